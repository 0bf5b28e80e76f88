import type { SubmissionResult } from '@conform-to/react'
import { paths } from '~/paths'
import { formatMoney } from '~/platform/values/money'
import { LinkButton } from '~/ui/Button'
import { CheckField } from '~/ui/CheckField'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { Panel } from '~/ui/Panel'
import { SelectField } from '~/ui/SelectField'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { DateField } from '~/ui/TextField'
import type { Preview } from '../queries.server'
import { transferSchema } from '../schema'

interface Props {
  project: string
  idempotencyKey: string
  today: string
  preview: Preview
  agents: readonly { value: string; label: string }[]
  lastResult: SubmissionResult<string[]> | null
}

/**
 * The second step: asks for the new agent, the effective day, the reason, and whether pending
 * bookings are included.
 */
export function TransferForm({
  project,
  idempotencyKey,
  today,
  preview,
  agents,
  lastResult,
}: Props) {
  const [form, fields] = useCommandForm({
    id: 'transfer',
    schema: transferSchema,
    lastResult,
    defaultValue: { effective_on: today, move_pending: 'on' },
  })
  const { rows, pending, pendingTotal } = preview
  const present = new Set(rows.map((row) => row.agentId))
  const count = rows.length === 1 ? rows[0]!.name : `${rows.length} customers`
  return (
    <Panel title={`Transfer ${count}`}>
      <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
        {/* Errors about the customers have no visible field here. */}
        <ErrorBanner errors={fields.customer_ids.errors} />
        {rows.map((row) => (
          <input key={row.id} type="hidden" name="customer_ids" value={row.id} />
        ))}
        <FormGrid>
          <SelectField
            field={fields.target_agent_id}
            label="New agent"
            empty="Choose…"
            // An agent who already owns all of these customers is not offered.
            options={agents.filter(({ value }) => present.size > 1 || !present.has(value))}
          />
          <DateField
            field={fields.effective_on}
            label="Effective"
            hint="First day under the new agent: today, or an earlier day as a correction. The reassignment takes effect at once."
          />
        </FormGrid>
        <div className="my-4">
          <CheckField
            field={fields.move_pending}
            label="Include pending bookings"
            hint={
              pending === 0
                ? 'No bookings are pending validation. Validated bookings, receipts and past sales stay with their agent.'
                : `${pending} of ${formatMoney(pendingTotal)} in total. Validated bookings, receipts and past sales stay with their agent.`
            }
          />
        </div>
        <TextAreaField field={fields.reason} label="Reason" />
        <FormActions>
          <SubmitButton name="intent" value="transfer">
            Transfer {count}
          </SubmitButton>
          <LinkButton to={paths.customers.addTransfer} variant="ghost">
            Change selection
          </LinkButton>
        </FormActions>
      </CommandForm>
    </Panel>
  )
}
