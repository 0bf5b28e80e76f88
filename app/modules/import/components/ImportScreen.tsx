import type { SubmissionResult } from '@conform-to/react'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { LinkButton } from '~/ui/Button'
import { PageHeader } from '~/ui/PageHeader'
import type { ImportReply, loadImport } from '../import.server'
import { IMPORTS } from '../registry'
import { FirstStock } from './FirstStock'
import { ImportHistory } from './ImportHistory'
import { SheetCheck } from './SheetCheck'
import { SheetSource } from './SheetSource'

/** Imports rows from a spreadsheet: read, correct, import, undo. */
export function ImportScreen() {
  const data = useLoaderData<typeof loadImport>()
  const definition = IMPORTS.find(({ kind }) => kind === data.kind)!
  const answer = useActionData() as ImportReply | SubmissionResult<string[]> | string | undefined
  const sheet = isObject(answer) && 'sheet' in answer ? answer.sheet : null
  // A request above the size limit is refused with plain text before it reaches the action.
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
        crumbs={[{ label: 'Imports', to: paths.imports.list }]}
        actions={
          sheet ? null : (
            <LinkButton to={paths.imports.template(definition.kind)} reloadDocument>
              Download template
            </LinkButton>
          )
        }
      />
      {sheet ? (
        // Another sheet needs a new form. The same sheet keeps its fields when it is checked again.
        <SheetCheck
          key={`${sheet.fileName} ${sheet.text.length} ${JSON.stringify(sheet.reading)}`}
          definition={definition}
          sheet={sheet}
          project={data.project}
          idempotencyKey={data.idempotencyKey}
          touched={data.touched}
        />
      ) : (
        <>
          {data.unstocked.length > 0 ? (
            <FirstStock
              {...data}
              products={data.unstocked}
              problem={unread?.at === 'typed' ? unread.message : null}
            />
          ) : null}
          <SheetSource
            definition={definition}
            project={data.project}
            idempotencyKey={data.idempotencyKey}
            unread={unread}
            begun={data.begun}
            trades={data.trades}
          />
        </>
      )}
      <ImportHistory definition={definition} {...data} refused={undo} />
    </>
  )
}

function isObject<T>(value: T): value is Extract<T, object> {
  return typeof value === 'object' && value !== null
}
