import { useLocation } from '@remix-run/react'
import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'

/** Long enough to read it over the page that has come meanwhile. */
const STAY_MS = 1500

let waiting: string | null = null

/** Lets the next page greet somebody who has just signed in. */
export function greetOnNextPage(greeting: string): void {
  waiting = greeting
}

/**
 * Shows "Login Successfully!" with a welcome over the first page after signing in. Goes by itself, by any key and by a click,
 * which the page gets too.
 */
export function WelcomeDialog() {
  const { key } = useLocation()
  const [greeting, setGreeting] = useState<string | null>(null)
  useEffect(() => {
    // Each page has another key.
    if (key === '' || waiting === null) return
    setGreeting(waiting)
    waiting = null
  }, [key])
  useEffect(() => {
    if (greeting === null) return
    const end = () => setGreeting(null)
    const timer = setTimeout(end, STAY_MS)
    window.addEventListener('keydown', end)
    window.addEventListener('pointerdown', end)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', end)
      window.removeEventListener('pointerdown', end)
    }
  }, [greeting])
  if (greeting === null) return null
  return (
    <dialog
      open
      aria-labelledby="welcome-title"
      className="pointer-events-none fixed inset-0 z-50 m-auto h-fit w-[calc(100%-2rem)] max-w-sm rounded-lg border border-line bg-surface p-8 text-center shadow-float print:hidden"
    >
      <CircleCheck aria-hidden className="mx-auto size-10 text-ok" />
      <h2 id="welcome-title" className="mt-3 text-xl font-semibold">
        Login Successfully!
      </h2>
      <p className="mt-1 text-muted">Welcome! {greeting}</p>
    </dialog>
  )
}
