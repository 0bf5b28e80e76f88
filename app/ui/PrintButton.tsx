import { useSearchParams } from '@remix-run/react'
import { Printer } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from './Button'

/** Opens the browser's print dialog; without scripts the browser's own menu does. */
export function PrintButton() {
  return (
    <Button className="scripted-only" onClick={() => window.print()}>
      <Printer aria-hidden className="size-4" />
      Print
    </Button>
  )
}

/**
 * Opens the print dialog when the address says `?print`, once: where an act before it (a stamp) led
 * here in order to print.
 */
export function PrintAtOnce() {
  const [params, setParams] = useSearchParams()
  const asked = params.has('print')
  useEffect(() => {
    if (!asked) return
    const pictures = [...document.images].map((image) => image.decode().catch(() => undefined))
    // A logo that is still on its way would be missing on paper.
    void Promise.all(pictures).then(() => window.print())
    setParams(
      (all) => {
        all.delete('print')
        return all
      },
      { replace: true, preventScrollReset: true },
    )
  }, [asked, setParams])
  return null
}
