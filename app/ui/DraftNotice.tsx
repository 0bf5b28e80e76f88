import { useLocation, useNavigation, useSubmit } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { type Draft, dropDraft, keepDraft, readDraft } from '~/platform/browser/drafts'
import { Button } from './Button'
import { useLeaveGuard } from './useLeaveGuard'

interface Props {
  /** The name of the draft: one for each form and project. */
  name: string
  /** The id of the form. */
  form: string
  /** True when the server has filled in what this form shows, such as the draft itself. */
  filled: boolean
  /** The answer of the server, after which a sent form that is still here was refused. */
  answer: unknown
}

const DELAY_MS = 300
/** Fields that belong to the page of a form. */
const OF_PAGE = ['idempotencyKey', 'project']
const NOT_TYPED = [...OF_PAGE, 'button']

/**
 * Keeps what is typed into a form in this tab, asks before the page is left without saving, and offers what was left
 * behind. The server fills in a draft: the form is sent with `button=fill`, which saves nothing.
 */
export function DraftNotice({ name, form, filled, answer }: Props) {
  const [found, setFound] = useState<Draft | null>(null)
  const submit = useSubmit()
  const state = useRef({ unsaved: filled, sent: false })
  useEffect(() => {
    const own = state.current
    const element = document.getElementById(form) as HTMLFormElement
    if (!own.unsaved) setFound(readDraft(name))
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = () => {
      timer = undefined
      const all = [...new FormData(element)] as Draft['fields']
      keepDraft(
        name,
        all.filter(([field]) => !NOT_TYPED.includes(field)),
      )
    }
    const keep = ({ isTrusted }: Event) => {
      // A value that the page proposes is typed by nobody.
      if (!isTrusted && !own.unsaved) return
      own.unsaved = true
      own.sent = false
      setFound(null)
      clearTimeout(timer)
      timer = setTimeout(write, DELAY_MS)
    }
    element.addEventListener('input', keep)
    return () => {
      if (timer && !own.sent) write()
      clearTimeout(timer)
      element.removeEventListener('input', keep)
      // A form that is left after it was sent has been saved: a refused one stays.
      if (own.sent) dropDraft(name)
    }
  }, [name, form])
  // No submit event tells it: conform sends one to itself for each field that it checks.
  const { formAction, formData } = useNavigation()
  const { pathname } = useLocation()
  const sends = formAction?.split('?')[0] === pathname && formData && !formData.has('button')
  useEffect(() => {
    if (sends) state.current.sent = true
  }, [sends])
  useEffect(() => {
    if (answer) state.current.sent = false
  }, [answer])
  useLeaveGuard(() => state.current.unsaved && !state.current.sent)
  if (!found) return null
  const fill = () => {
    const element = document.getElementById(form) as HTMLFormElement
    const data = new FormData()
    for (const field of OF_PAGE) data.append(field, String(new FormData(element).get(field) ?? ''))
    for (const [field, value] of found.fields) data.append(field, value)
    data.append('button', 'fill')
    submit(data, { method: 'post', preventScrollReset: true })
  }
  return (
    <p
      role="status"
      className="mb-4 flex flex-wrap items-center gap-2 rounded-md bg-info-soft px-3 py-1.5 text-info"
    >
      Unsaved entries of{' '}
      {new Date(found.at).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })}.
      <Button size="sm" onClick={fill}>
        Continue
      </Button>
      <Button
        size="sm"
        variant="ghost"
        onClick={() => {
          dropDraft(name)
          setFound(null)
        }}
      >
        Discard
      </Button>
    </p>
  )
}
