import type { FieldMetadata } from '@conform-to/react'
import { FormGrid } from '~/ui/FormGrid'
import { PostingDateField } from '~/ui/PostingDateField'
import { SelectField } from '~/ui/SelectField'
import { DateField, TextField } from '~/ui/TextField'

type Field = FieldMetadata<string | undefined>

interface Props {
  fields: Record<
    'date_collected' | 'collector_id' | 'cr_no' | 'cr_date' | 'drr_no' | 'drr_date' | 'remarks',
    Field
  > & { skip_reason?: Field }
  collectors: readonly { id: string; name: string }[]
  drrLabel: string
}

/** Edits what all parts of a receipt share: its day, who took it, its papers. */
export function ReceiptPapers({ fields, collectors, drrLabel }: Props) {
  return (
    <FormGrid>
      <PostingDateField field={fields.date_collected} label="Date collected" />
      <SelectField
        field={fields.collector_id}
        label="Collected by"
        empty="Office"
        options={collectors.map(({ id, name }) => ({ value: id, label: name }))}
        hint="Field collections must be remitted"
      />
      <TextField field={fields.cr_no} label="CR no." autoComplete="off" />
      <DateField field={fields.cr_date} label="CR date" />
      <TextField field={fields.drr_no} label={`${drrLabel} no.`} autoComplete="off" />
      <DateField field={fields.drr_date} label={`${drrLabel} date`} />
      {fields.skip_reason && (fields.skip_reason.errors || fields.skip_reason.initialValue) ? (
        <TextField
          field={fields.skip_reason}
          label="Why are CR numbers skipped?"
          className="sm:col-span-2"
        />
      ) : null}
      <TextField field={fields.remarks} label="Remarks" className="sm:col-span-2" />
    </FormGrid>
  )
}
