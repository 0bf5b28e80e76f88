import type { SubmissionResult } from '@conform-to/react'
import { paths } from '~/paths'
import { formatMonth } from '~/platform/values/dates'
import { addMoney, formatMoney } from '~/platform/values/money'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { Money } from '~/ui/Figures'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import { MoneyField } from '~/ui/TextField'
import { targetsSchema } from './schema'
import type { Target } from './targets.server'

interface Props {
  /** The month as `YYYY-MM`. */
  month: string
  targets: readonly Target[]
  project: string
  idempotencyKey: string
  currency: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Edits the sales and collection targets of each agent. */
export function TargetsForm({
  month,
  targets,
  project,
  idempotencyKey,
  currency,
  lastResult,
}: Props) {
  const [form, fields] = useCommandForm({
    id: 'targets',
    schema: targetsSchema,
    lastResult,
    defaultValue: {
      month,
      targets: targets.map(({ agentId, sales, collections }) => ({
        agent_id: agentId,
        sales: sales && formatMoney(sales),
        collections: collections && formatMoney(collections),
        seen_sales: sales,
        seen_collections: collections,
      })),
    },
  })
  const lines = fields.targets.getFieldList().map((line) => line.getFieldset())
  const rows = targets.flatMap((target, index) => {
    const line = lines[index]
    return line ? [{ target, line }] : []
  })
  const sum = (of: 'sales' | 'collections') => (
    <Money value={addMoney(...targets.flatMap((target) => target[of] ?? []))} />
  )
  return (
    <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
      <input type="hidden" name={fields.month.name} value={month} />
      <DataTable
        caption={`Targets of ${formatMonth(month)}`}
        rows={rows}
        rowKey={({ target }) => target.agentId}
        columns={[
          {
            key: 'agent',
            header: 'Agent',
            phone: 'title',
            cell: ({ target, line }) => (
              <>
                {target.name}
                {(['agent_id', 'seen_sales', 'seen_collections'] as const).map((name) => (
                  <input
                    key={name}
                    type="hidden"
                    name={line[name].name}
                    value={line[name].initialValue ?? ''}
                  />
                ))}
              </>
            ),
            total: 'Total',
          },
          {
            key: 'sales',
            header: `Monthly sales target (${currency})`,
            align: 'end',
            cell: ({ target, line }) => (
              <MoneyField field={line.sales} label={`Sales of ${target.name}`} hideLabel />
            ),
            total: sum('sales'),
          },
          {
            key: 'collections',
            header: `Monthly collection target (${currency})`,
            align: 'end',
            cell: ({ target, line }) => (
              <MoneyField
                field={line.collections}
                label={`Collections of ${target.name}`}
                hideLabel
              />
            ),
            total: sum('collections'),
          },
          {
            key: 'since',
            header: 'Effective from',
            cell: ({ target }) => (target.since ? formatMonth(target.since) : '–'),
          },
        ]}
        empty={
          <EmptyState line title="No agents yet">
            The administrator adds agents to the project; their targets are set here.
          </EmptyState>
        }
      />
      {rows.length > 0 ? (
        <div className="px-4 pb-4">
          <FormActions>
            <SubmitButton>Set targets</SubmitButton>
            <LinkButton to={paths.portals.generalManager} variant="ghost">
              Cancel
            </LinkButton>
          </FormActions>
        </div>
      ) : null}
    </CommandForm>
  )
}
