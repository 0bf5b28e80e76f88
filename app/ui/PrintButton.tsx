import { useSearchParams } from '@remix-run/react'
import { lazy, type RefObject, Suspense, useEffect, useState } from 'react'
import { Button } from './Button'
import { Icon } from './Icon'

/** Few who read a document print it, so the library is loaded by whoever does. */
const PartPrint = lazy(() => import('./PartPrint'))

/**
 * Prints one part of the page alone. Without scripts the browser's own menu prints it by the style
 * sheet.
 */
export function PrintPartButton({ part, title }: { part: RefObject<Element>; title: string }) {
  const [printing, setPrinting] = useState(false)
  return (
    <>
      <Button className="scripted-only" onClick={() => setPrinting(true)}>
        <Icon name="printer" />
        Print
      </Button>
      {printing && (
        <Suspense>
          <PartPrint part={part} title={title} onDone={() => setPrinting(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Opens the browser's print dialog. Without scripts the browser's own menu does. */
export function PrintButton() {
  return (
    <Button className="scripted-only" onClick={() => window.print()}>
      <Icon name="printer" />
      Print
    </Button>
  )
}

/**
 * Opens the print dialog once when the address has `?print`: an action before it, such as marking a
 * document as printed, redirects here to print.
 */
export function PrintAtOnce() {
  const [params, setParams] = useSearchParams()
  const requested = params.has('print')
  useEffect(() => {
    if (!requested) return
    const pictures = [...document.images].map((image) => image.decode().catch(() => undefined))
    // A logo that is still loading would be missing on paper.
    void Promise.all(pictures).then(() => window.print())
    setParams(
      (all) => {
        all.delete('print')
        return all
      },
      { replace: true, preventScrollReset: true },
    )
  }, [requested, setParams])
  return null
}
