import {
  history,
  historyKeymap,
  insertNewline,
  isolateHistory,
  redo,
  standardKeymap,
} from '@codemirror/commands'
import { defineLanguageFacet, Language } from '@codemirror/language'
import {
  Annotation,
  Compartment,
  EditorState,
  type Extension,
  Transaction,
  type TransactionSpec,
} from '@codemirror/state'
import { EditorView, type KeyBinding, keymap } from '@codemirror/view'
import { parser } from '@lezer/markdown'
import { markSyntax } from './mark-syntax.ts'
import type { Edit, Writing } from './marks.ts'

type Options = {
  parent: HTMLElement
  text: string
  selection: { from: number; to: number }
  onChange: (text: string) => void
  onFiles: (files: readonly File[]) => boolean
  most: () => number | undefined
}

export type Behavior = { attributes: Record<string, string>; disabled: boolean; readOnly: boolean }

export type CodeMirror = Writing & {
  /** Not part of the user's undo history. */
  show(text: string): void
  behave(as: Behavior): void
  focus(): void
  destroy(): void
}

const asInTextAreas: readonly KeyBinding[] = [
  { key: 'Enter', run: insertNewline },
  { key: 'Mod-Shift-z', run: redo, preventDefault: true },
]

const fromOutside = Annotation.define<true>()

export const createCodeMirror = ({
  parent,
  text,
  selection,
  onChange,
  onFiles,
  most,
}: Options): CodeMirror => {
  const behavior = new Compartment()
  const length = EditorState.create({ doc: text }).doc.length
  const view = new EditorView({
    parent,
    doc: text,
    selection: { anchor: Math.min(selection.from, length), head: Math.min(selection.to, length) },
    extensions: [
      behavior.of([]),
      history(),
      // No Tab: it must leave this field like any other.
      keymap.of([...asInTextAreas, ...standardKeymap, ...historyKeymap]),
      EditorView.lineWrapping,
      new Language(defineLanguageFacet(), parser, [], 'markdown'),
      markSyntax,
      EditorState.transactionFilter.of((one) => limited(one, most())),
      EditorView.updateListener.of(({ docChanged, transactions, state }) => {
        if (docChanged && transactions.some((one) => one.annotation(fromOutside) === undefined))
          onChange(state.doc.toString())
      }),
      EditorView.domEventHandlers({
        paste: ({ clipboardData }) => onFiles([...(clipboardData?.files ?? [])]),
        drop: ({ dataTransfer }) => onFiles([...(dataTransfer?.files ?? [])]),
      }),
    ],
  })
  return {
    written() {
      const { from, to } = view.state.selection.main
      return { text: view.state.doc.toString(), from, to }
    },
    edit({ from, to, insert, select }: Edit) {
      view.focus()
      view.dispatch({
        changes: { from, to, insert },
        selection: { anchor: select.from, head: select.to },
        // Undone on its own, not together with what was just typed.
        annotations: isolateHistory.of('full'),
        userEvent: 'input',
        scrollIntoView: true,
      })
    },
    show(next) {
      const now = view.state.doc.toString()
      // The editor knows only `\n`, as a text area does.
      const insert = next.replace(/\r\n?/g, '\n')
      if (insert === now) return
      view.dispatch({
        changes: { from: 0, to: now.length, insert },
        annotations: [fromOutside.of(true), Transaction.addToHistory.of(false)],
      })
    },
    behave: (as) => view.dispatch({ effects: behavior.reconfigure(extensionsOf(as)) }),
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  }
}

const extensionsOf = ({ attributes, disabled, readOnly }: Behavior): Extension => [
  EditorView.contentAttributes.of({
    spellcheck: 'true',
    autocorrect: 'on',
    autocapitalize: 'sentences',
    ...attributes,
  }),
  EditorView.editable.of(!disabled),
  EditorState.readOnly.of(disabled || readOnly),
]

const limited = (
  transaction: Transaction,
  most: number | undefined,
): Transaction | readonly TransactionSpec[] => {
  const over = transaction.newDoc.length - (most ?? Number.POSITIVE_INFINITY)
  const grows = transaction.newDoc.length > transaction.startState.doc.length
  if (over <= 0 || !grows || !transaction.isUserEvent('input')) return transaction
  // What an input method is still composing must stay.
  if (transaction.isUserEvent('input.type.compose')) return transaction
  const cut = { from: 0, to: 0 }
  transaction.changes.iterChanges((_from, _to, from, to) => {
    Object.assign(cut, { from: Math.max(from, to - over), to })
  })
  return [transaction, { changes: cut, sequential: true }]
}
