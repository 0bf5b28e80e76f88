import type { SubmissionResult } from '@conform-to/react'
import type { ComponentProps } from 'react'
import type { Listed } from '~/platform/db/keyset'
import { CommandForm } from '~/ui/CommandForm'
import { DataTable } from '~/ui/DataTable'
import { SelectionBar } from '~/ui/SelectionBar'
import { TextField } from '~/ui/TextField'
import { useSelectionForm } from '~/ui/useRowForm'
import { selectedProductsSchema } from '../many'
import type { ProductRow } from '../queries.server'

type Row = Listed<ProductRow>

interface Props extends ComponentProps<typeof DataTable<Row>> {
  project: string
  idempotencyKey: string
  mayWrite: boolean
  lastResult: SubmissionResult<string[]> | undefined
}

/** Lists products with a checkbox each, to change the reorder level or the default SRP of the selected ones. */
export function ProductTable(props: Props) {
  const { project, idempotencyKey, mayWrite, lastResult, ...table } = props
  const options = { id: 'products', schema: selectedProductsSchema, lastResult }
  const [form, fields, selection] = useSelectionForm(options, 'product_ids', table.rows)
  if (!mayWrite) return <DataTable {...table} />
  const { reorder_level, def_srp } = fields
  return (
    <>
      <DataTable
        {...table}
        columns={[
          selection.column<Row>('Select', ({ description }) => `Select ${description}`),
          ...table.columns,
        ]}
      />
      {table.rows.length > 0 ? (
        <CommandForm
          {...{ form, project, idempotencyKey }}
          className="contents"
          errorsBelow
          ask="change"
        >
          <SelectionBar
            quiet
            form={form}
            list={fields.product_ids}
            chosen={selection.chosen}
            selected={selection.selected}
            of={['product', 'products']}
            how={[
              reorder_level.value ? `reorder level ${reorder_level.value} pc` : false,
              def_srp.value ? `default SRP ${def_srp.value}` : false,
            ]}
            fields={
              <>
                <TextField
                  field={reorder_level}
                  label="Reorder level (pc)"
                  hideLabel
                  placeholder="Reorder level (pc)"
                  autoComplete="off"
                  className="w-40"
                />
                <TextField
                  field={def_srp}
                  label="Default SRP"
                  hideLabel
                  placeholder="SRP, or 100/cs"
                  autoComplete="off"
                  className="w-36"
                />
              </>
            }
            acts={[{ intent: 'change', verb: 'Change' }]}
          >
            {selection.all}
          </SelectionBar>
        </CommandForm>
      ) : null}
    </>
  )
}
