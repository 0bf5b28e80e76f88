import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { PaperChoice } from '~/ui/PaperChoice'
import { PrintAtOnce } from '~/ui/PrintButton'
import { SubmitButton } from '~/ui/SubmitButton'

interface Props {
  /** The numbers on the papers of this page. */
  numbers: readonly string[]
  print: { project: string; idempotencyKey: string }
  lastResult: SubmissionResult<string[]> | null | undefined
}

/** The actions of a page with issued papers: their size, and to print them, which is counted. */
export function CountedPaperActions({ numbers, print, lastResult }: Props) {
  const sentKey = lastResult?.initialValue?.idempotencyKey
  return (
    <>
      <PaperChoice />
      <PrintAtOnce />
      <Form method="post">
        <input type="hidden" name="project" value={print.project} />
        {/* A form that came back keeps its key: if the command did run, it does not run again. */}
        <input
          type="hidden"
          name="idempotencyKey"
          value={String(sentKey ?? print.idempotencyKey)}
        />
        {numbers.map((number) => (
          <input key={number} type="hidden" name="number" value={number} />
        ))}
        <ErrorBanner errors={lastResult?.error?.['']} />
        <SubmitButton>Print</SubmitButton>
      </Form>
    </>
  )
}
