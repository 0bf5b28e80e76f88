import { PaperChoice } from '~/ui/PaperChoice'
import { PdfAtOnce } from '~/ui/PdfLink'
import { PrintAtOnce } from '~/ui/PrintButton'
import { type SharedOf, ShareLink } from '~/ui/ShareLink'
import { PrintForm, type PrintFormProps } from './PrintForm'

interface Props {
  /** The numbers on the papers of this page. */
  numbers: readonly string[]
  print: Pick<PrintFormProps, 'project' | 'idempotencyKey'>
  lastResult: PrintFormProps['lastResult']
  /** The paper, where it can be shared. */
  shared?: SharedOf
}

/** The actions of a page with issued papers: to print or download them, which is counted, and their size. */
export function CountedPaperActions({ numbers, print, lastResult, shared }: Props) {
  const { project, idempotencyKey } = print
  return (
    <>
      <PrintAtOnce />
      <PdfAtOnce />
      <PrintForm
        pdf
        {...{ project, idempotencyKey, lastResult }}
        fields={numbers.map((number) => ['number', number] as const)}
      />
      {shared ? <ShareLink {...shared} /> : null}
      <PaperChoice />
    </>
  )
}
