import type { SubmissionResult } from '@conform-to/react'
import { memo, useMemo } from 'react'
import { paths } from '~/paths'
import { cashOf, denominationPieces, sumsOf } from '~/platform/values/cash-count'
import { denominationsOf } from '~/platform/values/denominations'
import { addMoney } from '~/platform/values/money'
import { LinkButton } from '~/ui/Button'
import { CommandForm } from '~/ui/CommandForm'
import { type Column, DataTable } from '~/ui/DataTable'
import { FormActions } from '~/ui/FormGrid'
import { Panel } from '~/ui/Panel'
import { PostingDateField } from '~/ui/PostingDateField'
import { SelectionBar } from '~/ui/SelectionBar'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { TextField } from '~/ui/TextField'
import { useSelectionForm } from '~/ui/useRowForm'
import { remittanceSchema } from '../schema'
import { CashCount } from './CashCount'
import { CountResult } from './CountResult'
import { receiptColumns, type TakenReceipt } from './receipt-columns'

/** A part names the part that stands for its receipt: one tick hands all of them in. */
type HeldReceipt = TakenReceipt & { leadId: string }

interface Props {
  project: string
  idempotencyKey: string
  receipts: readonly HeldReceipt[]
  today: string
  /** The DRR number that the collector's app has put on the receipts. */
  number: string | null
  drrLabel: string
  currency: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Edits a remittance: its receipts, the cash count, and the variance. */
export function ReceiveForm(props: Props) {
  const { project, idempotencyKey, receipts, today, number, drrLabel, currency, lastResult } = props
  const denominations = denominationsOf(currency)
  const whole = useMemo(() => receipts.filter(({ id, leadId }) => id === leadId), [receipts])
  const [form, fields, selection] = useSelectionForm(
    {
      id: 'receive',
      schema: remittanceSchema,
      lastResult,
      defaultValue: {
        drr_no: number ?? undefined,
        remitted_on: today,
        collection_ids: whole.map(({ id }) => id),
        denominations: denominations.map((value) => ({ value, count: '' })),
      },
    },
    'collection_ids',
    whole,
  )
  const chosen = selection.selected.map(({ id }) => id).join()
  const remitted = useMemo(
    () => receipts.filter(({ leadId }) => chosen.split(',').includes(leadId)),
    [receipts, chosen],
  )
  const sums = useMemo(() => sumsOf(remitted), [remitted])
  const lines = fields.denominations.getFieldList().flatMap((line, index) => {
    const part = line.getFieldset()
    const value = denominations[index]
    return value
      ? [{ key: line.key, value, pieces: denominationPieces(part.count.value), fields: part }]
      : []
  })
  return (
    <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
      <div className="grid gap-4">
        <Panel flush title="Receipts">
          <Receipts
            receipts={receipts}
            checkbox={selection.column<HeldReceipt>(
              'Remit',
              ({ crNo }) => `Remit receipt ${crNo}`,
              ({ crNo }) => <span className="text-xs text-muted">with {crNo}</span>,
            )}
            chosen={`${chosen} ${selection.chosen === null}`}
            currency={currency}
          />
          <SelectionBar
            list={fields.collection_ids}
            chosen={selection.chosen}
            selected={selection.selected}
            sum={addMoney(...remitted.map(({ amount }) => amount))}
            currency={currency}
            on={fields.remitted_on.value}
          >
            {selection.all}
          </SelectionBar>
        </Panel>
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Panel flush title="Cash count">
            <CashCount lines={lines} />
            <CountResult sums={sums} counted={cashOf(lines)} currency={currency} />
          </Panel>
          <Panel title="Report">
            <div className="grid gap-3.5">
              <TextField
                field={fields.drr_no}
                label={`${drrLabel} no.`}
                hint="Recorded on each receipt"
                autoComplete="off"
              />
              <PostingDateField field={fields.remitted_on} label="Remitted on" />
              <TextAreaField
                field={fields.variance_reason}
                label="Reason for the difference"
                hint="Required when the cash differs from the receipts"
                rows={2}
              />
              <TextField field={fields.remarks} label="Remarks" />
            </div>
            <FormActions>
              <SubmitButton>Receive</SubmitButton>
              <LinkButton to={paths.treasury.remittances} variant="ghost">
                Cancel
              </LinkButton>
            </FormActions>
          </Panel>
        </div>
      </div>
    </CommandForm>
  )
}

interface ReceiptsProps {
  receipts: readonly HeldReceipt[]
  checkbox: Column<HeldReceipt>
  /** The selection: the only reason to render the rows again. */
  chosen: string
  currency: string
}

/** The table is a memo, so that typing a count does not render hundreds of rows again. */
const Receipts = memo(
  function Receipts({ receipts, checkbox, currency }: ReceiptsProps) {
    return (
      <DataTable
        caption="Receipts to remit"
        columns={receiptColumns({ rows: receipts, currency, checkbox })}
        rows={receipts}
        rowKey={(row) => row.id}
        empty={null}
      />
    )
  },
  (before, after) => before.receipts === after.receipts && before.chosen === after.chosen,
)
