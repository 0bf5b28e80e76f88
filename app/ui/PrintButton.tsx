import { Printer } from 'lucide-react'
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
