import type { Plugin, parseAst } from 'vite';

type Statement = ReturnType<typeof parseAst>['body'][number];
type Edit = { at: number; until: number; text: string };

/**
 * Marks component factories at the top level of the router's modules as free of side effects, so that unused ones are
 * left out: what @babel/plugin-transform-react-pure-annotations does, without Babel.
 */
export function pureComponents(): Plugin {
  return {
    name: 'pure-components',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/react-router\/dist\// },
      handler(code) {
        const edits = this.parse(code).body.flatMap(editsOf);
        return { code: edits.reduceRight(apply, code), map: null };
      },
    },
  };
}

const FACTORIES: ReadonlySet<string> = new Set(['createContext', 'forwardRef', 'memo']);

function editsOf(statement: Statement): Edit[] {
  if (statement.type === 'VariableDeclaration') {
    return statement.declarations.flatMap(({ init }) => {
      const isFactory = init?.type === 'CallExpression' && FACTORIES.has(propertyOf(init.callee));
      return isFactory ? [{ at: init.start, until: init.start, text: '/* @__PURE__ */ ' }] : [];
    });
  }
  // A name for the developer tools, which would keep an unused component.
  const isName =
    statement.type === 'ExpressionStatement' &&
    statement.expression.type === 'AssignmentExpression' &&
    propertyOf(statement.expression.left) === 'displayName';
  return isName ? [{ at: statement.start, until: statement.end, text: '' }] : [];
}

/** The name of the property in `React.memo` or `Link.displayName`. */
function propertyOf(node: { type: string; property?: unknown }): string {
  return node.type === 'MemberExpression' ? String(Object(node.property).name) : '';
}

function apply(code: string, { at, until, text }: Edit): string {
  return code.slice(0, at) + text + code.slice(until);
}
