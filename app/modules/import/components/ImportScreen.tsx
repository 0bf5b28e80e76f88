import type { SubmissionResult } from '@conform-to/react'
import { useActionData, useLoaderData } from '@remix-run/react'
import { LinkButton } from '~/ui/Button'
import { PageHeader } from '~/ui/PageHeader'
import type { ImportDefinition } from '../definition'
import type { ImportReply, loadImport } from '../import.server'
import { ImportHistory } from './ImportHistory'
import { SheetCheck } from './SheetCheck'
import { SheetSource } from './SheetSource'

/** Brings rows in from a spreadsheet: read, correct, import, and take it back. */
export function ImportScreen({ definition }: { definition: ImportDefinition }) {
  const data = useLoaderData<typeof loadImport>()
  const answer = useActionData() as ImportReply | SubmissionResult<string[]> | string | undefined
  const sheet = isObject(answer) && 'sheet' in answer ? answer.sheet : null
  // A request that is larger than the server reads is answered by its doorkeeper, in plain words.
  const unread =
    typeof answer === 'string'
      ? { message: answer, at: 'file' as const, text: '' }
      : isObject(answer) && 'unread' in answer
        ? answer.unread
        : null
  const undo =
    isObject(answer) && !('sheet' in answer) && !('unread' in answer) ? answer : undefined
  return (
    <>
      <PageHeader
        title={definition.title}
        description={sheet ? undefined : definition.about}
        crumbs={[definition.list]}
        actions={
          sheet ? null : (
            <LinkButton to={`${definition.path}/template`} reloadDocument>
              Download template
            </LinkButton>
          )
        }
      />
      {sheet ? (
        // Another sheet is another form; the same one checked again keeps its fields.
        <SheetCheck
          key={`${sheet.fileName} ${sheet.text.length} ${JSON.stringify(sheet.reading)}`}
          definition={definition}
          sheet={sheet}
          project={data.project}
          op={data.op}
        />
      ) : (
        <SheetSource definition={definition} project={data.project} op={data.op} unread={unread} />
      )}
      <ImportHistory definition={definition} {...data} refused={undo} />
    </>
  )
}

function isObject<T>(value: T): value is Extract<T, object> {
  return typeof value === 'object' && value !== null
}
