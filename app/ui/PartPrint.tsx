import { type RefObject, useEffect } from 'react'
import { useReactToPrint } from 'react-to-print'

interface Props {
  part: RefObject<Element>
  title: string
  /** Is called when the print dialog is closed, or could not open. */
  onDone: () => void
}

/** Opens the print dialog for one part of the page, once. */
export default function PartPrint({ part, title, onDone }: Props) {
  const print = useReactToPrint({
    contentRef: part,
    documentTitle: title,
    // The sheets define their own paper and margins (app.css).
    pageStyle: '@page {}',
    onAfterPrint: onDone,
    onPrintError: onDone,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it prints once.
  useEffect(() => print(), [])
  return null
}
