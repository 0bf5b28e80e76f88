import type { SubmissionResult } from '@conform-to/react'
import { paths } from '~/paths'
import type { Permission } from '~/platform/access/permissions'
import type { Listed } from '~/platform/db/keyset'
import { type Money as Amount, addMoney } from '~/platform/values/money'
import { CellLink } from '~/ui/CellLink'
import { CommandForm } from '~/ui/CommandForm'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText } from '~/ui/Figures'
import { Pager } from '~/ui/Pager'
import { PostingDateField } from '~/ui/PostingDateField'
import { SelectionBar } from '~/ui/SelectionBar'
import { SubmitButton } from '~/ui/SubmitButton'
import { unusual } from '~/ui/total-note'
import { useListLink } from '~/ui/useListLink'
import { useRowForm } from '~/ui/useRowForm'
import { deliveriesSchema } from '../../schema'
import type { Delivery } from '../queries.server'
import { deliveryColumns, LINK } from './delivery-columns'

type Row = Listed<Delivery> & { idempotencyKey: string }

interface Props {
  rows: readonly Row[]
  newer: string | null
  older: string | null
  bookings: number
  amount: Amount
  currency: string
  project: string
  today: string
  permissions: readonly Permission[]
  lastResult: SubmissionResult<string[]> | undefined
}

/** Lists open deliveries with a checkbox each: one day, and all of the selection is delivered. */
export function DeliveryForm(props: Props) {
  const { rows, newer, older, bookings, amount, currency, project, lastResult } = props
  // Goods that the warehouse holds cannot be delivered.
  const free = rows.filter(({ onHold }) => !onHold)
  const [form, fields, selection] = useRowForm(
    {
      id: 'delivery',
      schema: deliveriesSchema,
      lastResult,
      defaultValue: { date: props.today },
    },
    'bookings',
    free,
  )
  const link = useListLink()
  return (
    <CommandForm form={form} project={project} errorsBelow={rows.length > 0} ask="deliver">
      {selection.hidden}
      <DataTable
        caption="To deliver"
        columns={[
          selection.column<Row>('Deliver', ({ soNo }) => `Deliver ${soNo}`),
          ...deliveryColumns<Row>(amount, currency),
          {
            key: 'added',
            header: 'Booking date',
            optional: true,
            cell: (delivery) => <DateText value={delivery.dateAdded} />,
          },
          linksColumn(props.permissions),
        ]}
        rows={rows}
        rowKey={({ id }) => id}
        rowLink={(row) => link(paths.sales.booking(row.id), row)}
        count={bookings}
        empty={
          <EmptyState title="No bookings to deliver">
            Validated bookings are listed here.
          </EmptyState>
        }
        footer={<Pager newer={newer} older={older} labels={['Back', 'Next']} />}
      />
      {rows.length > 0 ? (
        <SelectionBar
          form={form}
          chosen={selection.chosen}
          selected={selection.selected}
          of={['booking', 'bookings']}
          sum={addMoney(...selection.selected.map((row) => row.amount))}
          currency={currency}
          notes={[unusual(selection.selected, ({ invoiceNo }) => !invoiceNo, 'not invoiced')]}
          on={fields.date.value}
          fields={
            <PostingDateField field={fields.date} label="Delivered on" hideLabel className="w-40" />
          }
          acts={[{ intent: 'deliver', verb: 'Deliver', label: 'Mark delivered' }]}
        >
          <SubmitButton name="intent" value="receipts" variant="secondary">
            Print receipts
          </SubmitButton>
          <SubmitButton
            name="intent"
            value="pick"
            variant="secondary"
            title="Selected bookings, or all if none is selected"
          >
            Pick list
          </SubmitButton>
          {selection.all}
        </SelectionBar>
      ) : null}
    </CommandForm>
  )
}

function linksColumn<R extends Row>(permissions: readonly Permission[]): Column<R> {
  return {
    key: 'links',
    header: 'Actions',
    phone: 'line',
    className: 'sm:not-print:max-w-none!',
    cell: ({ id, onHold, invoiceNo }) =>
      onHold ? (
        <span className="text-muted">Held by the warehouse</span>
      ) : (
        <>
          <CellLink to={`${paths.sales.booking(id)}#short`} className={LINK}>
            Partial…
          </CellLink>
          <CellLink to={paths.sales.deliveryReceipt(id)} className={LINK}>
            Delivery receipt
          </CellLink>
          {invoiceNo && permissions.includes('invoicing.read') ? (
            <CellLink to={paths.sales.invoice(id)} className={LINK}>
              Invoice
            </CellLink>
          ) : null}
        </>
      ),
  }
}
