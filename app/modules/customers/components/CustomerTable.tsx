import type { SubmissionResult } from '@conform-to/react'
import type { ComponentProps } from 'react'
import type { Listed } from '~/platform/db/keyset'
import { CommandForm } from '~/ui/CommandForm'
import { DataTable } from '~/ui/DataTable'
import { SelectionBar } from '~/ui/SelectionBar'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextField } from '~/ui/TextField'
import { useSelectionForm } from '~/ui/useRowForm'
import type { CustomerRow } from '../list.server'
import { selectedCustomersSchema } from '../many'

type Row = Listed<CustomerRow>

interface Props extends ComponentProps<typeof DataTable<Row>> {
  project: string
  idempotencyKey: string
  mayDecide: boolean
  mayTransfer: boolean
  lastResult: SubmissionResult<string[]> | undefined
}

/** Lists customers with a checkbox each, to change the terms of the selected ones or to transfer them. */
export function CustomerTable(props: Props) {
  const { project, idempotencyKey, mayDecide, mayTransfer, lastResult, ...table } = props
  const options = { id: 'customers', schema: selectedCustomersSchema, lastResult }
  const [form, fields, selection] = useSelectionForm(options, 'customer_ids', table.rows)
  if (!mayDecide && !mayTransfer) return <DataTable {...table} />
  const terms = fields.terms_days.value
  return (
    <>
      <DataTable
        {...table}
        columns={[
          selection.column<Row>('Select', ({ name }) => `Select ${name}`),
          ...table.columns,
        ]}
      />
      {table.rows.length > 0 ? (
        <CommandForm
          {...{ form, project, idempotencyKey }}
          className="contents"
          errorsBelow
          {...(mayDecide ? { ask: 'terms' } : { intent: 'transfer' })}
        >
          <SelectionBar
            quiet
            form={form}
            list={fields.customer_ids}
            chosen={selection.chosen}
            selected={selection.selected}
            of={['customer', 'customers']}
            how={[terms ? `payment terms ${terms} days` : false]}
            fields={
              mayDecide ? (
                <TextField
                  field={fields.terms_days}
                  label="Payment terms (days)"
                  hideLabel
                  placeholder="Terms (days)"
                  inputMode="numeric"
                  className="w-32"
                />
              ) : null
            }
            acts={mayDecide ? [{ intent: 'terms', verb: 'Change', label: 'Set terms' }] : []}
          >
            {mayTransfer ? (
              <SubmitButton name="intent" value="transfer" variant="secondary">
                Transfer to another agent
              </SubmitButton>
            ) : null}
            {selection.all}
          </SelectionBar>
        </CommandForm>
      ) : null}
    </>
  )
}
