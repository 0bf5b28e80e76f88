import { CheckList } from '~/ui/CheckList'
import type { useCommandForm } from '~/ui/CommandForm'
import { FormGrid } from '~/ui/FormGrid'
import { SelectField } from '~/ui/SelectField'
import { HOUR_OPTIONS, WHEN_OPTIONS } from './rhythm'
import type { readMailForm } from './schedules.server'
import type { mailSchema } from './schema'

interface Props {
  fields: ReturnType<typeof useCommandForm<typeof mailSchema>>[1]
  choices: Awaited<ReturnType<typeof readMailForm>> & { timeZone: string }
}

/** The fields of a scheduled mail: its filters, when it is sent, and to whom. */
export function MailFields({ fields, choices }: Props) {
  return (
    <>
      <FormGrid>
        <SelectField
          field={fields.view_id}
          label="Filters"
          options={choices.views}
          empty="As on the report"
          hint={choices.described}
        />
        <SelectField field={fields.when} label="When" options={WHEN_OPTIONS} />
        <SelectField
          field={fields.hour}
          label="Time"
          options={HOUR_OPTIONS}
          hint={`In the project’s time zone, ${choices.timeZone}`}
        />
      </FormGrid>
      <CheckList field={fields.recipients} label="Recipients" options={choices.people} />
    </>
  )
}
