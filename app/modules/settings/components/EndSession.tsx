import { ConfirmForm } from '~/ui/ConfirmForm'

interface Props {
  project: string
  idempotencyKey: string
  /** Empty: all but the one that asks. */
  session: string
  trigger: string
  triggerClass?: string
  title: string
  /** The consequence, in a sentence. */
  body: string
  /** Of the danger button. */
  label: string
}

/** Ends one session, or all others, after asking. */
export function EndSession({ project, idempotencyKey, session, ...dialog }: Props) {
  return (
    <ConfirmForm {...dialog} danger values={{ intent: 'end', project, idempotencyKey, session }} />
  )
}
