import type { SubmissionResult } from '@conform-to/react'
import type { RefObject } from 'react'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { PaperFooter } from '~/ui/PaperFooter'
import { PrintAtOnce, PrintButton, PrintPartButton } from '~/ui/PrintButton'
import { SubmitButton } from '~/ui/SubmitButton'
import type { PrintedAs } from './printed'
import { printSchema } from './schema'

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

function NumberForm({
  described,
  project,
  idempotencyKey,
  lastResult,
}: Omit<Props, 'printed' | 'part'>) {
  const [form] = useCommandForm({ id: 'print', schema: printSchema, lastResult })
  return (
    <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
      <input type="hidden" name="described" value={described} />
      <SubmitButton>Print</SubmitButton>
    </CommandForm>
  )
}

/** Says when the figures of a print were known, and its number; PrintActions says it at the foot of every page. */
export function PrintedLine({ text }: PrintedAs) {
  return <span className="figures block text-xs">{text}</span>
}
