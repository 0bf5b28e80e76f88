import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import type { RefObject } from 'react'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { PaperFooter } from '~/ui/PaperFooter'
import { PrintAtOnce, PrintButton, PrintPartButton } from '~/ui/PrintButton'
import { SubmitButton } from '~/ui/SubmitButton'
import type { PrintedAs } from './printed'

interface Props {
  printed: PrintedAs
  /** The sheet, where the page has more than what is printed. */
  part?: { sheet: RefObject<Element>; title: string }
  described: string
  project: string
  idempotencyKey: string
  lastResult: SubmissionResult<string[]> | null | undefined
}

/** The button that numbers a print and opens the print dialog; a print that has its number is printed again. */
export function PrintActions({ printed, part, described, lastResult, ...form }: Props) {
  return (
    <>
      <PaperFooter text={printed.text} />
      {printed.no ? (
        <>
          <PrintAtOnce />
          {part ? <PrintPartButton part={part.sheet} title={part.title} /> : <PrintButton />}
        </>
      ) : (
        <NumberForm {...{ described, lastResult, ...form }} />
      )}
    </>
  )
}

/** A plain form: it has nothing to check, and pages that only print load no scripts for fields. */
function NumberForm({ described, project, idempotencyKey, lastResult }: Omit<Props, 'printed'>) {
  const sentKey = lastResult?.initialValue?.idempotencyKey
  return (
    <Form method="post">
      <input type="hidden" name="project" value={project} />
      {/* A form that came back keeps its key: if the command did run, it does not run again. */}
      <input type="hidden" name="idempotencyKey" value={String(sentKey ?? idempotencyKey)} />
      <input type="hidden" name="described" value={described} />
      <ErrorBanner errors={lastResult?.error?.['']} />
      <SubmitButton>Print</SubmitButton>
    </Form>
  )
}

/** Says when the figures of a print were known, and its number; PrintActions says it at the foot of every page. */
export function PrintedLine({ text }: PrintedAs) {
  return <span className="figures block text-xs">{text}</span>
}
