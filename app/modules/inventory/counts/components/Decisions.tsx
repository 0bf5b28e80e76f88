import type { SubmissionResult } from '@conform-to/react'
import type { ComponentProps } from 'react'
import { ownResult } from '~/platform/forms/own-result'
import type { Button } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { ConfirmDialog } from '~/ui/Dialog'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import type { CountIntent } from '../actions'
import { countDecisionSchema } from '../schema'

type Variant = ComponentProps<typeof Button>['variant']

interface Decision {
  intent: CountIntent
  trigger: string
  title: string
  body: string
  button: string
  look: [trigger: Variant, button: Variant]
}

const DECISIONS: readonly Decision[] = [
  {
    intent: 'post',
    trigger: 'Post',
    title: 'Post count',
    body: 'Each variance is posted as an adjustment dated on the count date. Later movements are not affected.',
    button: 'Post variances',
    look: ['primary', 'primary'],
  },
  {
    intent: 'send-back',
    trigger: 'Return for recount',
    title: 'Return for recount',
    body: 'The sheet is reopened with its counts. The counter sees your reason.',
    button: 'Return count',
    look: ['secondary', 'primary'],
  },
  {
    intent: 'cancel',
    trigger: 'Cancel count',
    title: 'Cancel count',
    body: 'Nothing is posted; stock keeps its book quantity. This cannot be undone.',
    button: 'Cancel count',
    look: ['danger', 'danger'],
  },
]

interface Props {
  open: readonly CountIntent[]
  project: string
  idempotencyKeys: Record<string, string>
  version: number
  lastResult: SubmissionResult<string[]> | undefined
  /** The decisions to show here. */
  only: readonly CountIntent[]
}

/** Shows the decisions on a count that are open to the reader. Each asks for a reason. */
export function Decisions({ open, only, ...rest }: Props) {
  return (
    <>
      {DECISIONS.filter(({ intent }) => open.includes(intent) && only.includes(intent)).map(
        (decision) => (
          <DecisionAction key={decision.intent} decision={decision} {...rest} />
        ),
      )}
    </>
  )
}

function DecisionAction({
  decision,
  project,
  idempotencyKeys,
  version,
  lastResult,
}: Omit<Props, 'open' | 'only'> & { decision: Decision }) {
  const { intent } = decision
  const own = ownResult(lastResult, intent)
  const [form, fields] = useCommandForm({
    id: `count-${intent}`,
    schema: countDecisionSchema,
    lastResult: own,
  })
  return (
    <ConfirmDialog
      trigger={decision.trigger}
      triggerVariant={decision.look[0]}
      title={decision.title}
      body={decision.body}
      open={own?.status === 'error'}
    >
      {({ body, close }) => (
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKeys[intent]}>
          <input type="hidden" name="intent" value={intent} />
          <input type="hidden" name="version" value={version} />
          {body}
          <TextAreaField field={fields.reason} label="Reason" rows={2} />
          <FormActions>
            <SubmitButton variant={decision.look[1]}>{decision.button}</SubmitButton>
            {close}
          </FormActions>
        </CommandForm>
      )}
    </ConfirmDialog>
  )
}
