import type { SubmissionResult } from '@conform-to/react'
import { asTyped } from '~/platform/papers/placed'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions } from '~/ui/FormGrid'
import { MeasureFields } from '~/ui/MeasureFields'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextField } from '~/ui/TextField'
import { LAYOUT_PARTS, layoutSchema } from '../layout'
import type { AccountLayout } from '../layout.server'

interface Props {
  account: AccountLayout
  project: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Edits the measures of a layout, part by part. */
export function LayoutForm({ account, project, lastResult }: Props) {
  const [form, fields] = useCommandForm({
    id: 'cheque-layout',
    schema: layoutSchema,
    lastResult,
    defaultValue: { ...asTyped(account.layout), feed_note: account.feedNote },
  })
  return (
    <CommandForm form={form} project={project} className="mt-4">
      <input type="hidden" name="version" value={account.version ?? ''} />
      <div className="flex flex-col gap-4">
        <MeasureFields parts={LAYOUT_PARTS} fields={fields} />
        <Panel title="At the printer">
          <TextField
            field={fields.feed_note}
            label="Printer instructions"
            hint="Printer, tray and orientation. Shown when a cheque is printed."
            autoComplete="off"
          />
        </Panel>
      </div>
      <FormActions>
        <SubmitButton>Save layout</SubmitButton>
      </FormActions>
    </CommandForm>
  )
}
