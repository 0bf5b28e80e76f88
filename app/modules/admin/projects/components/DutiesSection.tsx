import { CheckField } from '~/ui/CheckField'
import { useCommandForm } from '~/ui/CommandForm'
import type { DutyRule } from '../duties.server'
import { SECTION_SCHEMAS } from '../schema'
import { SectionForm, type SectionProps } from './SectionForm'

/** Edits which decisions need a second person. */
export function DutiesSection({ list, ...props }: SectionProps & { list: DutyRule[] }) {
  const rules = props.project.settings.maker_checker
  const [form, fields] = useCommandForm({
    id: 'duties',
    schema: SECTION_SCHEMAS.duties,
    lastResult: props.lastResult,
    defaultValue: Object.fromEntries(
      // A rule that the settings do not name holds.
      list.map(({ rule }) => [`${rule}_maker_checker`, rules[rule] ?? true]),
    ),
  })
  return (
    <SectionForm {...props} section="duties" form={form}>
      <p className="mb-4 max-w-prose text-muted">
        Switch a rule off only where one user does all of that work. The audit trail records user
        and time.
      </p>
      <div className="flex flex-col gap-4">
        {list.map(({ rule, label, hint }) => (
          <CheckField
            key={rule}
            field={fields[`${rule}_maker_checker`]}
            label={label}
            hint={hint}
          />
        ))}
      </div>
    </SectionForm>
  )
}
