import { type Navigation, useNavigation, useSubmit } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { Button } from '~/ui/Button'

/** A form that is on its way, or ended on the page of a failure. */
export type Sent = Navigation & { state: 'submitting' | 'loading'; formData: FormData }

/** The form that is being sent, until the page that answers it is drawn. */
export function useSent(): Sent | null {
  const navigation = useNavigation()
  const [sent, setSent] = useState<Sent | null>(null)
  useEffect(() => setSent(isSent(navigation) ? (navigation as Sent) : null), [navigation])
  return sent
}

/** Not on the way to where an act led that is done: it would be refused as one of an older version. */
const isSent = ({ formData, formMethod, location }: Navigation): boolean =>
  formData !== undefined && formMethod !== 'GET' && !location.state?._isRedirect

/** Sends a form once more as it was: its idempotency key too, so that it has one effect whatever became of it. */
export function SendAgain({ sent }: { sent: Sent }) {
  const submit = useSubmit()
  const pending = useNavigation().state !== 'idle'
  const { formAction: action, formEncType, formData } = sent
  const encType = formEncType as 'application/x-www-form-urlencoded' | 'multipart/form-data'
  const send = () => submit(formData, { method: 'post', action, encType, replace: true })
  return (
    <Button variant="primary" pending={pending} onClick={send}>
      Send again
    </Button>
  )
}
