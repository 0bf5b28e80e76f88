import { useCommandForm } from '~/ui/CommandForm'
import { FormGrid } from '~/ui/FormGrid'
import { SelectField } from '~/ui/SelectField'
import { TextField } from '~/ui/TextField'
import { AGEING_BUCKET_LABELS, SECTION_SCHEMAS } from '../schema'
import { AGE_BY, bucketText } from './ProjectFacts'
import { SectionForm, type SectionProps } from './SectionForm'

/** Edits the label of the remittance report, the days of the field and the ageing of receivables. */
export function CollectionsSection(props: SectionProps) {
  const { settings } = props.project
  const [form, fields] = useCommandForm({
    id: 'collections',
    schema: SECTION_SCHEMAS.collections,
    lastResult: props.lastResult,
    defaultValue: {
      drr_label: settings.drr_label,
      field_days: String(settings.field_days ?? 3),
      age_by: settings.age_by,
      ageing_buckets: settings.ageing_buckets.map(String),
    },
  })
  const buckets = fields.ageing_buckets.getFieldList()
  const days = buckets.map((bucket) => Number(bucket.value))
  const ageBy = fields.age_by.value === 'document' ? 'document' : 'due'
  return (
    <SectionForm {...props} section="collections" form={form}>
      <FormGrid>
        <TextField
          field={fields.drr_label}
          label="DRR label"
          hint="Your company's name for the daily remittance report of collectors"
          className="sm:col-span-2"
        />
        <TextField
          field={fields.field_days}
          label="Days back for phones"
          inputMode="numeric"
          autoComplete="off"
          hint="A booking or receipt that a phone sends later counts on its own day up to so many days back. An older one waits for the office."
          className="sm:col-span-2"
        />
        <SelectField
          field={fields.age_by}
          label="Aging basis"
          options={Object.entries(AGE_BY).map(([value, label]) => ({ value, label }))}
          hint="Days are counted from this date"
          className="sm:col-span-2"
        />
      </FormGrid>
      <fieldset className="mt-5 min-w-0">
        <legend className="mb-2 text-xs font-semibold">Aging buckets, in days</legend>
        <div className="grid max-w-md grid-cols-3 gap-x-4">
          {buckets.map((bucket, index) => (
            <TextField
              key={bucket.key}
              field={bucket}
              label={AGEING_BUCKET_LABELS[index] ?? ''}
              inputMode="numeric"
              controlClass="figures"
              autoComplete="off"
            />
          ))}
        </div>
        <p className="mt-1.5 text-xs text-muted">
          Columns of the AR report: {rising(days) ? bucketText(days, ageBy) : '…'}
        </p>
      </fieldset>
    </SectionForm>
  )
}

function rising(days: readonly number[]): boolean {
  return days.every((day, index) => Number.isInteger(day) && day > (days[index - 1] ?? 0))
}
