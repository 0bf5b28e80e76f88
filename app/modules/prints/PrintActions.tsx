import type { RefObject } from 'react'
import { PaperFooter } from '~/ui/PaperFooter'
import { PdfAtOnce, PdfLink } from '~/ui/PdfLink'
import { PrintAtOnce, PrintButton, PrintPartButton } from '~/ui/PrintButton'
import { type SharedOf, ShareLink } from '~/ui/ShareLink'
import { PrintForm, type PrintFormProps } from './PrintForm'
import type { PrintedAs } from './printed'

interface Props extends PrintFormProps {
  printed: PrintedAs
  /** The sheet, where the page has more than what is printed. */
  part?: { sheet: RefObject<Element>; title: string }
  described: string
  /** True where the papers of the page are written as a PDF too. */
  pdf?: boolean
  /** The paper, where it can be shared. */
  shared?: SharedOf
}

/** The button that numbers a print and opens the print dialog; a print that has its number is printed again. */
export function PrintActions({ printed, part, described, pdf = false, shared, ...form }: Props) {
  return (
    <>
      <PaperFooter text={printed.text} />
      {printed.no ? (
        <>
          <PrintAtOnce />
          {part ? <PrintPartButton part={part.sheet} title={part.title} /> : <PrintButton />}
          {pdf ? (
            <>
              <PdfAtOnce />
              <PdfLink />
            </>
          ) : null}
        </>
      ) : (
        <PrintForm {...form} pdf={pdf} fields={[['described', described]]} />
      )}
      {shared ? <ShareLink {...shared} /> : null}
    </>
  )
}

/** Says when the figures of a print were known, and its number; PrintActions says it at the foot of every page. */
export function PrintedLine({ text }: PrintedAs) {
  return <span className="figures block text-xs">{text}</span>
}
