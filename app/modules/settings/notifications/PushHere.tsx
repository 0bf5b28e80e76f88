import { useSubmit } from '@remix-run/react'
import { useState } from 'react'
import { Button } from '~/ui/Button'
import { useHydrated } from '~/ui/useHydrated'
import { subscribe } from './subscribe'

interface Props {
  pushKey: string
  project: string
  idempotencyKey: string
}

/** Turns push on for this browser, which asks the person first. */
export function PushHere({ pushKey, project, idempotencyKey }: Props) {
  const submit = useSubmit()
  const [problem, setProblem] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  if (!useHydrated()) return null
  const turnOn = async () => {
    setPending(true)
    setProblem(null)
    try {
      const found = await subscribe(pushKey)
      submit({ project, idempotencyKey, intent: 'subscribe', ...found }, { method: 'post' })
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setPending(false)
    }
  }
  return (
    <div>
      <Button type="button" onClick={turnOn} pending={pending}>
        Turn on in this browser
      </Button>
      <p role="status" className="mt-2 text-danger empty:hidden">
        {problem}
      </p>
    </div>
  )
}
