import { type Navigation, useNavigation, useSubmit } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { Button } from '~/ui/Button'

/** A form that is being sent, or whose sending ended on an error page. */
export type SentAgain = Navigation & { state: 'submitting' | 'loading'; formData: FormData }

/** Returns the form that is being sent, until the page with its answer is drawn. */
export function useSent(): SentAgain | null {
  const navigation = useNavigation()
  const [sent, setSent] = useState<SentAgain | null>(null)
  useEffect(() => setSent(isSent(navigation) ? (navigation as SentAgain) : null), [navigation])
  return sent
}

/**
 * Excludes the redirect after a successful action: the form would be refused then because of its
 * old version.
 */
const isSent = ({ formData, formMethod, location }: Navigation): boolean =>
  formData !== undefined && formMethod !== 'GET' && !location.state?._isRedirect

/** Sends a form again unchanged, with its idempotency key, so that it takes effect once. */
export function SendAgain({ sent }: { sent: SentAgain }) {
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
