import { formatDateTime } from '~/platform/values/dates'

interface LastMail {
  at: string | null
  result: string | null
  error: string | null
}

/** Returns in words what became of the last mail to a recipient. */
export function mailResult({ at, result, error }: LastMail, timeZone: string): string {
  if (!result || !at) return 'no e-mail yet'
  const when = formatDateTime(at, timeZone)
  switch (result) {
    case 'sent':
      return `sent ${when}`
    case 'too_large':
      return `sent ${when} without the file, which was too large`
    case 'not_allowed':
      return `not sent ${when}: may not read this report, or is no longer a member`
    case 'failed':
      return `not sent yet, will be retried${error ? `: ${error}` : ''}`
    case 'replaced':
      return `not sent before ${when}${error ? `: ${error}` : ''}`
    case 'waiting':
      return `waiting to be sent since ${when}`
    default:
      return `not sent ${when}`
  }
}
