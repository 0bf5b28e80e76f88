import type { SubmissionResult } from '@conform-to/react'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { Panel } from '~/ui/Panel'
import { SelectField } from '~/ui/SelectField'
import { SubmitButton } from '~/ui/SubmitButton'
import { accountSchema } from '../schema'

interface Props {
  project: string
  idempotencyKey: string
  collection: { version: number; bankId: string | null }
  banks: readonly { value: string; label: string }[]
  lastResult: SubmissionResult<string[]> | undefined
}

/** Sets or corrects the bank account that received a transfer. */
export function ReceivingAccountPanel({
  project,
  idempotencyKey,
  collection,
  banks,
  lastResult,
}: Props) {
  const [form, fields] = useCommandForm({
    id: 'account',
    schema: accountSchema,
    lastResult: lastResult?.initialValue?.intent === 'account' ? lastResult : undefined,
    defaultValue: { bank_id: collection.bankId ?? '' },
  })
  return (
    <Panel title="Account">
      <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
        <input type="hidden" name="intent" value="account" />
        <input type="hidden" name="version" value={collection.version} />
        <div className="flex flex-wrap items-start gap-2">
          <SelectField
            field={fields.bank_id}
            label="Bank account"
            options={banks}
            empty="Choose…"
            className="w-full sm:w-80"
          />
          <div className="sm:pt-5">
            <SubmitButton variant="secondary">Save the account</SubmitButton>
          </div>
        </div>
      </CommandForm>
    </Panel>
  )
}
