import type { ComponentProps } from 'react'
import { z } from 'zod/mini'
import { paths } from '~/paths'
import type { Listed } from '~/platform/db/keyset'
import { addMoney } from '~/platform/values/money'
import { CommandForm } from '~/ui/CommandForm'
import { DataTable } from '~/ui/DataTable'
import { SelectionBar } from '~/ui/SelectionBar'
import { SubmitButton } from '~/ui/SubmitButton'
import { unusual } from '~/ui/total-note'
import { useSelectionForm } from '~/ui/useRowForm'
import type { BookingRow } from '../queries.server'

type Row = Listed<BookingRow> & { agent: string | null }

interface Props extends ComponentProps<typeof DataTable<Row>> {
  currency: string
  mayInvoice: boolean
  mayDeliver: boolean
}

/** The pages of papers read the selection from their address. */
const schema = z.object({
  booking: z._default(z.array(z.uuid()), []).check(z.minLength(1, 'Select at least one booking.')),
})

/** Lists bookings with a checkbox each, to print the papers of the selected ones. */
export function BookingTable(props: Props) {
  const { currency, mayInvoice, mayDeliver, ...table } = props
  const options = { id: 'bookings', schema, lastResult: undefined }
  const [form, fields, selection] = useSelectionForm(options, 'booking', table.rows)
  if (!mayInvoice && !mayDeliver) return <DataTable {...table} />
  const { selected } = selection
  return (
    <>
      <DataTable
        {...table}
        columns={[
          selection.column<Row>('Select', ({ soNo }) => `Select ${soNo}`),
          ...table.columns,
        ]}
      />
      {table.rows.length > 0 ? (
        <CommandForm
          form={form}
          project={null}
          method="get"
          action={mayInvoice ? paths.sales.invoiceBatch : paths.sales.deliveryReceipts}
          className="contents"
          errorsBelow
        >
          <SelectionBar
            quiet
            list={fields.booking}
            chosen={selection.chosen}
            selected={selected}
            sum={addMoney(...selected.map(({ total }) => total))}
            currency={currency}
            notes={[unusual(selected, ({ invoiceNo }) => !invoiceNo, 'not invoiced')]}
          >
            {mayInvoice ? (
              <SubmitButton variant="secondary" formAction={paths.sales.invoiceBatch}>
                Print invoices
              </SubmitButton>
            ) : null}
            {mayDeliver ? (
              <>
                <SubmitButton variant="secondary" formAction={paths.sales.deliveryReceipts}>
                  Print delivery receipts
                </SubmitButton>
                <SubmitButton variant="secondary" formAction={paths.sales.pickList}>
                  Pick list
                </SubmitButton>
              </>
            ) : null}
            {selection.all}
          </SelectionBar>
        </CommandForm>
      ) : null}
    </>
  )
}
