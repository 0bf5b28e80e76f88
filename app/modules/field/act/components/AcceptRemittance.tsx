import { CashCount } from '~/modules/treasury/remittance/components/CashCount'
import { CountResult } from '~/modules/treasury/remittance/components/CountResult'
import { cashOf, denominationPieces } from '~/platform/values/cash-count'
import { denominationsOf } from '~/platform/values/denominations'
import { toCents } from '~/platform/values/money'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions } from '~/ui/FormGrid'
import { Panel } from '~/ui/Panel'
import { PostingDateField } from '~/ui/PostingDateField'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { TextField } from '~/ui/TextField'
import { acceptRemittanceSchema } from '../../schema'
import type { SaidRemittance } from '../said'
import type { DecideProps } from './DecideAct'

interface Props extends Omit<DecideProps, 'name'> {
  said: SaidRemittance
  drrLabel: string
  currency: string
}

/** Receives a remittance of the field: the office counts, from what the collector counted. */
export function AcceptRemittance(props: Props) {
  const { act, said, drrLabel, currency, lastResult, ...command } = props
  const counted = new Map(said.cash.map(({ value, pieces }) => [value, pieces]))
  const denominations = [...new Set([...denominationsOf(currency), ...counted.keys()])].sort(
    (one, other) => Number(toCents(other) - toCents(one)),
  )
  const [form, fields] = useCommandForm({
    id: 'accept',
    schema: acceptRemittanceSchema,
    lastResult,
    defaultValue: {
      denominations: denominations.map((value) => ({
        ...{ value, count: counted.get(value)?.toString() ?? '' },
      })),
      variance_reason: said.reason ?? '',
    },
  })
  const lines = fields.denominations.getFieldList().flatMap((line, index) => {
    const part = line.getFieldset()
    const value = denominations[index]
    return value
      ? [{ key: line.key, value, pieces: denominationPieces(part.count.value), fields: part }]
      : []
  })
  return (
    <CommandForm form={form} {...command} className="grid items-start gap-4 lg:grid-cols-2">
      <input type="hidden" name="intent" value="remit" />
      <input type="hidden" name="version" value={act.version} />
      <Panel flush title="Count of the office">
        <p className="px-4 pt-3 text-muted">
          These are the collector’s numbers. Enter your own where you count another.
        </p>
        <CashCount lines={lines} />
        <CountResult sums={said.sums} counted={cashOf(lines)} currency={currency} />
      </Panel>
      <Panel title="Report">
        <div className="grid gap-3.5">
          <TextField
            field={fields.drr_no}
            label={`${drrLabel} no.`}
            hint="Recorded on each receipt"
            autoComplete="off"
          />
          <PostingDateField field={fields.date} label="Remitted on (blank: today)" />
          <TextAreaField
            field={fields.variance_reason}
            label="Reason for the difference"
            hint="Required when the cash differs from the receipts"
            rows={2}
          />
        </div>
        <FormActions>
          <SubmitButton>Accept</SubmitButton>
        </FormActions>
      </Panel>
    </CommandForm>
  )
}
