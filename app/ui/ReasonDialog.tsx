import type { SubmissionResult } from '@conform-to/react'
import { type ComponentProps, type ReactNode, useContext } from 'react'
import type { z } from 'zod/mini'
import { CommandForm, useCommandForm } from './CommandForm'
import { ConfirmDialog } from './Dialog'
import { FormActions } from './FormGrid'
import { InMenu } from './in-menu'
import { PostingDateField } from './PostingDateField'
import { SubmitButton } from './SubmitButton'
import { TextAreaField } from './TextAreaField'

type Values = Record<string, unknown> & { reason: string; date?: string | undefined }

interface Props extends Omit<ComponentProps<typeof ConfirmDialog>, 'children'> {
  /** The id of the form. */
  id?: string
  schema: z.core.$ZodType<Values, Values>
  /** The hidden values to send, such as the intent and the version. */
  values: Readonly<Record<string, string | number>>
  /** Asks for the day from which it counts, with this one as the default. Schema: `date`, an `openDayField`. */
  date?: string
  /** The verb on the submit button. */
  label: ReactNode
  project: string
  idempotencyKey: string
  lastResult: SubmissionResult<string[]> | null | undefined
}

/** Asks for a reason, then sends a command that takes something back. */
export function ReasonDialog(props: Props) {
  const { id = 'cancel', schema, values, label, project, idempotencyKey, lastResult } = props
  const { trigger, title, body, open, date } = props
  const triggerVariant = useContext(InMenu) ? 'danger' : undefined
  const [form, fields] = useCommandForm({ id, schema, lastResult, defaultValue: { date } })
  return (
    <ConfirmDialog {...{ trigger, triggerVariant, title, body, open }}>
      {({ body: text, close }) => (
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
          {Object.entries(values).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {text}
          <TextAreaField field={fields.reason} label="Reason" rows={2} />
          {date ? <PostingDateField field={fields.date} label="Date" className="mt-3.5" /> : null}
          <FormActions>
            <SubmitButton variant="danger">{label}</SubmitButton>
            {close}
          </FormActions>
        </CommandForm>
      )}
    </ConfirmDialog>
  )
}
