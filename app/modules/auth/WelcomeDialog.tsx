import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '~/ui/Button'
import { beginChecks } from './gate-checks'

/** Long enough to see what it says. With the gate's least time (Gate.tsx) it is the only wait that is not for something. */
const STAY_MS = 200

interface Props {
  greeting: string
  /** The logo of the gate, which loads meanwhile, once it is known. */
  logo: string | null | undefined
  onDone: () => void
}

/** Shows "Login Successfully!" with a welcome. It continues on its own, or at once by its button. */
export function WelcomeDialog({ greeting, logo, onDone }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (logo !== undefined) void beginChecks(logo)
  }, [logo])
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    const timer = setTimeout(onDone, STAY_MS)
    return () => {
      clearTimeout(timer)
      element?.close()
    }
  }, [onDone])
  return (
    <dialog
      ref={dialog}
      aria-labelledby="welcome-title"
      onCancel={onDone}
      className="m-auto w-[calc(100%-2rem)] max-w-sm rounded-xl border border-line bg-surface p-8 text-center shadow-float"
    >
      <CircleCheck aria-hidden className="mx-auto size-10 text-ok" />
      <h2 id="welcome-title" className="mt-3 text-lg font-semibold">
        Login Successfully!
      </h2>
      <p className="mt-1 mb-5 text-muted">Welcome! {greeting}</p>
      <Button variant="primary" onClick={onDone}>
        Continue
      </Button>
    </dialog>
  )
}
