import type { SubmissionResult } from '@conform-to/react'
import type { ComponentProps } from 'react'
import { CommandForm, useCommandForm } from './CommandForm'
import { SubmitButton } from './SubmitButton'

interface Props extends ComponentProps<typeof SubmitButton> {
  /** The intent of the command, which is also the id of the form. */
  intent: string
  schema: Parameters<typeof useCommandForm>[0]['schema']
  version: number
  project: string
  idempotencyKey: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Sends a command that asks for nothing but its document, by one button. */
export function CommandButton(props: Props) {
  const { intent, schema, version, project, idempotencyKey, lastResult, ...button } = props
  const [form] = useCommandForm({ id: intent, schema, lastResult })
  return (
    <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="version" value={version} />
      <SubmitButton {...button} />
    </CommandForm>
  )
}
