import { useSearchParams } from '@remix-run/react'
import { Printer } from 'lucide-react'
import { type RefObject, useEffect } from 'react'
import { useReactToPrint } from 'react-to-print'
import { Button } from './Button'

/**
 * Prints one part of the page alone. Without scripts the browser's own menu prints it by the style
 * sheet.
 */
export function PrintPartButton({ part, title }: { part: RefObject<Element>; title: string }) {
  const print = useReactToPrint({
    contentRef: part,
    documentTitle: title,
    // The sheets define their own paper and margins (app.css).
    pageStyle: '@page {}',
  })
  return (
    <Button className="scripted-only" onClick={() => print()}>
      <Printer aria-hidden className="size-4" />
      Print
    </Button>
  )
}

/** Opens the browser's print dialog. Without scripts the browser's own menu does. */
export function PrintButton() {
  return (
    <Button className="scripted-only" onClick={() => window.print()}>
      <Printer aria-hidden className="size-4" />
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
