import type { SubmissionResult } from '@conform-to/react'
import { memo, useMemo, useRef } from 'react'
import { paths } from '~/paths'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { DataTable } from '~/ui/DataTable'
import { FormActions } from '~/ui/FormGrid'
import { Panel } from '~/ui/Panel'
import { PostingDateField } from '~/ui/PostingDateField'
import { RowCheckbox } from '~/ui/RowCheckbox'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { TextField } from '~/ui/TextField'
import { cashOf, piecesOf, sumsOf } from '../counting'
import { denominationsOf } from '../denominations'
import { remittanceSchema } from '../schema'
import { CashCount } from './CashCount'
import { CountResult } from './CountResult'
import { receiptColumns, type TakenReceipt } from './receipt-columns'

const FORM = 'receive'

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
  const [form, fields] = useCommandForm({
    id: FORM,
    schema: remittanceSchema,
    lastResult,
    defaultValue: {
      drr_no: number ?? undefined,
      remitted_on: today,
      collection_ids: receipts.flatMap(({ id, leadId }) => (id === leadId ? [id] : [])),
      denominations: denominations.map((value) => ({ value, count: '' })),
    },
  })
  const selected = textsOf(fields.collection_ids.value)
  const first = useRef(selected).current
  const sums = useMemo(
    () => sumsOf(receipts.filter(({ leadId }) => selected.includes(leadId))),
    [receipts, selected],
  )
  const lines = fields.denominations.getFieldList().flatMap((line, index) => {
    const part = line.getFieldset()
    const value = denominations[index]
    return value ? [{ key: line.key, value, pieces: piecesOf(part.count.value), fields: part }] : []
  })
  return (
    <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <Panel flush title="Receipts">
          <p
            id={fields.collection_ids.errorId}
            role="alert"
            className="px-4 pt-3 text-danger empty:hidden"
          >
            {fields.collection_ids.errors?.join(' ')}
          </p>
          <Receipts receipts={receipts} selected={first} currency={currency} />
        </Panel>
        <div className="grid gap-4">
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

/** The table is a memo, so that typing a count does not render hundreds of rows again. */
const Receipts = memo(function Receipts({
  receipts,
  selected,
  currency,
}: {
  receipts: readonly HeldReceipt[]
  selected: readonly string[]
  currency: string
}) {
  return (
    <DataTable
      caption="Receipts to remit"
      columns={receiptColumns({
        rows: receipts,
        currency,
        checkbox: ({ id, leadId, crNo }) =>
          id === leadId ? (
            <RowCheckbox
              form={FORM}
              name="collection_ids"
              value={id}
              label={`Remit receipt ${crNo}`}
              defaultChecked={selected.includes(id)}
            />
          ) : (
            <span className="text-xs text-muted">with {crNo}</span>
          ),
      })}
      rows={receipts}
      rowKey={(row) => row.id}
      empty={null}
    />
  )
})

/** Returns the values of a list of checkboxes: the form holds one, several or none. */
function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string')
}
