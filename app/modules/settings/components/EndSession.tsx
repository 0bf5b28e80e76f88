import { ConfirmForm } from '~/ui/ConfirmForm'

interface Props {
  /** Null for the administrator, who has none. */
  project: string | null
  idempotencyKey: string
  /** The id of the session; empty means all but the current one. */
  session: string
  trigger: string
  triggerClass?: string
  title: string
  /** The consequence, in a sentence. */
  body: string
  /** The label of the danger button. */
  label: string
}

/** Ends one session, or all others, after a confirmation. */
export function EndSession({ project, idempotencyKey, session, ...dialog }: Props) {
  return (
    <ConfirmForm
      {...dialog}
      danger
      values={{ intent: 'end', ...(project ? { project } : {}), idempotencyKey, session }}
    />
  )
}
