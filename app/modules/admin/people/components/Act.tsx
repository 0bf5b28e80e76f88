import type { ReactNode } from 'react'
import { ConfirmForm } from '~/ui/ConfirmForm'

/** What the action answers when it refuses. */
export interface Refusal {
  error: string
  intent: string
  projectId: string
}

interface Props {
  intent: string
  op: string
  /** Verb on the button, such as "Deactivate". */
  label: string
  title: string
  /** The consequences. */
  body: ReactNode
  /** Of a membership; acts on the whole person have none. */
  projectId?: string
  danger?: boolean
  refusal: Refusal | undefined
  /** Small, for a row of a table. */
  inRow?: boolean
}

const IN_ROW =
  'rounded-md border border-edge bg-surface px-2 py-0.5 text-xs font-medium text-ink hover:bg-sunken'

/** Something serious that the administrator does to a person, after asking. */
export function Act({ intent, op, projectId, refusal, inRow, label, ...dialog }: Props) {
  const refused = refusal?.intent === intent && refusal.projectId === (projectId ?? '')
  return (
    <ConfirmForm
      {...dialog}
      trigger={label}
      triggerClass={inRow ? IN_ROW : undefined}
      label={label}
      values={{ intent, op, project_id: projectId }}
      errors={refused ? [refusal.error] : null}
    />
  )
}
