import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { SubmitButton } from '~/ui/SubmitButton'
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
      {confirm ? <ConfirmAccount {...confirm} /> : null}
    </section>
  )
}

function ConfirmAccount({ project, idempotencyKey, version }: NonNullable<Props['confirm']>) {
  const [form] = useCommandForm({
    id: 'confirm-account',
    schema: confirmAccountSchema,
    lastResult: undefined,
  })
  return (
    <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
      <input type="hidden" name="intent" value="confirm-account" />
      <input type="hidden" name="version" value={version} />
      <SubmitButton>Confirm account</SubmitButton>
    </CommandForm>
  )
}
