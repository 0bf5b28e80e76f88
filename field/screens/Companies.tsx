import type { FieldPerson } from '~/platform/field/answers'
import { Button } from '../ui/controls'

interface Props {
  person: FieldPerson
  choose(id: string): Promise<void>
}

/** Asks a person of several companies for which one the work is. */
export function Companies({ person, choose }: Props) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center gap-4 p-6">
      <h1 className="text-xl font-semibold">Choose a company</h1>
      {person.companies.length === 0 ? (
        <p>No company has given you work in the field. Ask your office.</p>
      ) : null}
      {person.companies.map(({ id, name }) => (
        <Button key={id} wide onClick={() => choose(id)}>
          {name}
        </Button>
      ))}
    </main>
  )
}
