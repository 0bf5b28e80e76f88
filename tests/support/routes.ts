import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { RouteConfigEntry } from '@remix-run/route-config'
import ts from 'typescript'
import routes from '../../app/routes.ts'

/** Who may pass a loader or action, as its first statement says. */
export interface Guard {
  kind: 'requirePermission' | 'requireUser' | 'requireAdmin' | 'requireAccount' | 'publicRoute'
  /** Of requirePermission: any of these; empty when the source does not name them. */
  permissions: string[]
}

/** One address of the product, or a layout around some. */
export interface TableRoute {
  /** As in the table, from the root; null for a layout. */
  address: string | null
  file: string
  /** As Remix names it in `?_data=`. */
  id: string
  /** undefined: there is none; null: there is one without a guard. */
  loader: Guard | null | undefined
  action: Guard | null | undefined
}

const GUARDS = ['requirePermission', 'requireUser', 'requireAdmin', 'requireAccount', 'publicRoute']

/** The route table with the guards of its modules, read from the source. */
export async function routeTable(): Promise<TableRoute[]> {
  return [{ file: 'root.tsx', id: 'root' }, ...flat(await routes)].map((entry) => {
    const file = path.join('app', entry.file)
    const module = parse(file)
    return {
      address: 'address' in entry ? entry.address : null,
      file,
      id: entry.id ?? entry.file.replace(/\.tsx?$/, ''),
      loader: guardOf(module, 'loader'),
      action: guardOf(module, 'action'),
    }
  })
}

function flat(
  entries: RouteConfigEntry[],
  parent = '',
): (RouteConfigEntry & { address: string | null })[] {
  return entries.flatMap((entry) => {
    const address = entry.path === undefined && !entry.index ? null : join(parent, entry.path)
    return [{ ...entry, address }, ...flat(entry.children ?? [], address ?? parent)]
  })
}

const join = (parent: string, child = '') => `/${[parent, child].join('/')}`.replace(/\/+/g, '/')

function parse(file: string): ts.SourceFile {
  if (!existsSync(file)) throw new Error(`${file} is in the route table but not on disk.`)
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
}

/** Anything else than an exported function whose first statement calls a guard is no guard. */
function guardOf(module: ts.SourceFile, name: string): Guard | null | undefined {
  for (const statement of module.statements) {
    const declared = ts.isFunctionDeclaration(statement) && statement.name?.text === name
    if (declared) return statement.body ? firstCall(statement.body.statements[0]) : null
    if (exportsOtherwise(statement, name)) return null
  }
  return undefined
}

function exportsOtherwise(statement: ts.Statement, name: string): boolean {
  if (ts.isExportDeclaration(statement)) {
    const { exportClause } = statement
    if (!exportClause || !ts.isNamedExports(exportClause)) return true
    return exportClause.elements.some((element) => element.name.text === name)
  }
  return (
    ts.isVariableStatement(statement) &&
    statement.declarationList.declarations.some(
      (declaration) => ts.isIdentifier(declaration.name) && declaration.name.text === name,
    )
  )
}

/** `const { … } = await guard(context, …)` or `[await] guard(context, …)`. */
function firstCall(statement: ts.Statement | undefined): Guard | null {
  let expression: ts.Expression | undefined
  if (statement && ts.isVariableStatement(statement))
    expression = statement.declarationList.declarations[0]?.initializer
  else if (statement && ts.isExpressionStatement(statement)) expression = statement.expression
  const awaited = expression !== undefined && ts.isAwaitExpression(expression)
  if (expression && ts.isAwaitExpression(expression)) expression = expression.expression
  if (!expression || !ts.isCallExpression(expression)) return null
  const kind = expression.expression.getText() as Guard['kind']
  // A guard that nobody waits for guards nothing.
  if (!GUARDS.includes(kind) || (kind !== 'publicRoute' && !awaited)) return null
  return {
    kind,
    permissions: expression.arguments.filter(ts.isStringLiteral).map(({ text }) => text),
  }
}
