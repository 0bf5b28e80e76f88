import type { ReactNode } from 'react'
import { ConfirmForm } from '~/ui/ConfirmForm'

/** The action's answer when it refuses. */
export interface ActionRefusal {
  error: string
  intent: string
  projectId: string
}

interface Props {
  intent: string
  idempotencyKey: string
  /** The verb on the button, such as "Deactivate". */
  label: string
  title: string
  /** Explains the consequences. */
  body: ReactNode
  /** The project of the membership; missing for actions on the user as a whole. */
  projectId?: string
  danger?: boolean
  refusal: ActionRefusal | undefined
  /** True for a small button in a table row. */
  inRow?: boolean
}

const IN_ROW =
  'rounded-md border border-edge bg-surface px-2 py-0.5 text-xs font-medium text-ink hover:bg-sunken'

/** A button for a serious action on a user, with a confirmation. */
export function ActionButton({
  intent,
  idempotencyKey,
  projectId,
  refusal,
  inRow,
  label,
  ...dialog
}: Props) {
  const refused = refusal?.intent === intent && refusal.projectId === (projectId ?? '')
  return (
    <ConfirmForm
      {...dialog}
      trigger={label}
      triggerClass={inRow ? IN_ROW : undefined}
      label={label}
      values={{ intent, idempotencyKey, project_id: projectId }}
      errors={refused ? [refusal.error] : null}
    />
  )
}
