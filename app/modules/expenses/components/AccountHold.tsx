import { LinkButton } from '~/ui/Button'
import { CommandButton } from '~/ui/CommandButton'
import { confirmAccountSchema } from '../account'

interface Props {
  /** Why the voucher waits, and what to do. */
  hold: string
  /** The page of the payee, for who may edit it. */
  payeePage: string | null
  /** The form that confirms the account; null where the reader may not. */
  confirm: { project: string; idempotencyKey: string; version: number } | null
}

/** Says that a voucher waits for the account number of its payee, with what the reader can do about it. */
export function AccountHold({ hold, payeePage, confirm }: Props) {
  return (
    <section
      aria-label="Account number"
      className="mb-4 flex flex-wrap items-center gap-3 rounded-md bg-warn-soft px-3 py-2 font-medium text-warn"
    >
      <p className="min-w-0 flex-1 basis-80">{hold}</p>
      {payeePage ? <LinkButton to={payeePage}>Payee</LinkButton> : null}
      {confirm ? (
        <CommandButton
          {...confirm}
          intent="confirm-account"
          schema={confirmAccountSchema}
          lastResult={undefined}
        >
          Confirm account
        </CommandButton>
      ) : null}
    </section>
  )
}
