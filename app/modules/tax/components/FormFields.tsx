import type { SubmissionResult } from '@conform-to/react'
import {
  FORM_PARTS,
  FORM_SIZES,
  type FormPaper,
  formLayoutSchema,
} from '~/modules/prints/form-layout'
import type { SavedForm } from '~/modules/prints/forms.server'
import { asTyped } from '~/platform/papers/placed'
import { CheckField } from '~/ui/CheckField'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { MeasureFields } from '~/ui/MeasureFields'
import { Panel } from '~/ui/Panel'
import { SelectField } from '~/ui/SelectField'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextField } from '~/ui/TextField'

interface Props {
  paper: FormPaper
  saved: SavedForm
  project: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Edits the size, the lines and the places of a form. */
export function FormFields({ paper, saved, project, lastResult }: Props) {
  const [form, fields] = useCommandForm({
    id: 'paper-form',
    schema: formLayoutSchema,
    lastResult,
    defaultValue: {
      ...asTyped(saved.layout),
      paper_size: saved.size,
      lines_per_form: String(saved.linesPerForm),
      feed_note: saved.feedNote,
      numbered: saved.isNumbered,
    },
  })
  return (
    <CommandForm form={form} project={project} className="mt-4">
      <input type="hidden" name="version" value={saved.version ?? ''} />
      <div className="flex flex-col gap-4">
        <Panel title="Form">
          <FormGrid>
            <SelectField
              field={fields.paper_size}
              label="Paper size"
              options={Object.entries(FORM_SIZES).map(([value, { label }]) => ({ value, label }))}
            />
            <TextField
              field={fields.lines_per_form}
              label="Lines per form"
              hint="More lines continue on a second form."
              inputMode="numeric"
              autoComplete="off"
              controlClass="figures text-right"
            />
            <TextField
              field={fields.feed_note}
              label="Printer instructions"
              hint="Printer, tray and tractor. Shown when a form is printed."
              autoComplete="off"
            />
          </FormGrid>
          {paper === 'invoice' ? (
            <div className="mt-4">
              <CheckField
                field={fields.numbered}
                label="Each form has a printed number"
                hint="An invoice with more lines than a form has uses up the numbers of its further forms: the next invoice has the number after them."
              />
            </div>
          ) : null}
        </Panel>
        <MeasureFields parts={FORM_PARTS} fields={fields} />
      </div>
      <FormActions>
        <SubmitButton>Save form</SubmitButton>
      </FormActions>
    </CommandForm>
  )
}
