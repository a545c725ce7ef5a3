import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { Announced } from '../announced.tsx'
import { Icon } from '../icon.tsx'
import { Segmented } from '../segmented.tsx'
import type { AreaProps } from './area.ts'
import type { CodeAreaProps } from './code-area.tsx'
import { Markdown } from './markdown.tsx'
import classes from './markdown-editor.module.css'
import { type Edit, inserted, prefixed, type Writing, type Written, wrapped } from './marks.ts'
import { PlainArea } from './text-area.tsx'

type View = 'write' | 'both' | 'read'

type Props = {
  name: string
  label: string
  value: string
  onChange: (value: string) => void
  rows?: number
  maxLength?: number
  fault?: string | undefined
  hint?: ReactNode
  disabled?: boolean
  readOnly?: boolean
  onFiles?: (files: readonly File[]) => Promise<readonly { name: string; url: string }[]>
  texts: {
    view: string
    write: string
    both: string
    read: string
    bold: string
    italic: string
    code: string
    link: string
    list: string
    heading: string
    attach: string
    uploading: string
    empty: string
  }
}

type Tool = {
  sign: string
  text: string
  before: string
  after?: string
  line?: true
}

const toolsIn = ({ heading, bold, italic, code, link, list }: Props['texts']): readonly Tool[] => [
  { sign: 'H', text: heading, before: '## ', line: true },
  { sign: 'B', text: bold, before: '**' },
  { sign: 'I', text: italic, before: '*' },
  { sign: '<>', text: code, before: '`' },
  { sign: '[]', text: link, before: '[', after: '](https://)' },
  { sign: '•', text: list, before: '- ', line: true },
]

const imageName = /\.(png|jpe?g|gif|webp|avif|svg)$/i

export const MarkdownEditor = ({
  name,
  label,
  value,
  onChange,
  rows = 14,
  maxLength,
  fault,
  hint,
  disabled = false,
  readOnly = false,
  onFiles,
  texts,
}: Props) => {
  const id = useId()
  const labelId = `${id}-label`
  const area = useRef<Writing>(null)
  const panes = useRef<HTMLDivElement>(null)
  const editor = useEditor(panes, area)
  const chooser = useRef<HTMLInputElement>(null)
  const [view, setView] = useState<View>('both')
  const [uploading, setUploading] = useState(0)
  // More may have been written by the time files are stored.
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  const seen = useDeferredValue(value)

  // With only the preview open, edits go to the end.
  const edit = (how: (written: Written) => Edit): void => {
    const writing = area.current
    if (writing !== null) writing.edit(how(writing.written()))
    else {
      const text = latest.current
      onChange(text + how({ text, from: text.length, to: text.length }).insert)
    }
  }

  const take = async (files: readonly File[]): Promise<void> => {
    if (onFiles === undefined || files.length === 0) return
    setUploading((count) => count + files.length)
    try {
      const stored = await onFiles(files)
      const links = stored.map(
        (one) => `${imageName.test(one.name) ? '!' : ''}[${escaped(one.name)}](${one.url})`,
      )
      edit((written) => inserted(written, links.join('\n')))
    } finally {
      setUploading((count) => count - files.length)
    }
  }

  const mark = ({ before, after = before, line }: Tool): void =>
    edit((written) => (line === true ? prefixed(written, before) : wrapped(written, before, after)))

  const described = [
    ...(fault === undefined ? [] : [`${id}-fault`]),
    ...(hint === undefined ? [] : [`${id}-hint`]),
  ]
  const control: AreaProps = {
    ref: area,
    id,
    labelId,
    name,
    value,
    onChange,
    rows,
    maxLength,
    disabled,
    readOnly,
    invalid: fault !== undefined,
    describedBy: described.length === 0 ? undefined : described.join(' '),
    onFiles: onFiles === undefined ? undefined : (files) => void take(files),
  }

  return (
    <div className={classes.root}>
      <div className={classes.head}>
        <label id={labelId} htmlFor={id} className={classes.label}>
          {label}
        </label>
        {view !== 'read' && (
          <div className={classes.tools}>
            {toolsIn(texts).map((tool) => (
              <button
                key={tool.sign}
                type="button"
                className={classes.tool}
                aria-label={tool.text}
                title={tool.text}
                disabled={disabled || readOnly}
                onClick={() => mark(tool)}
              >
                {tool.sign}
              </button>
            ))}
            {onFiles !== undefined && (
              <button
                type="button"
                className={classes.tool}
                aria-label={texts.attach}
                title={texts.attach}
                disabled={disabled || readOnly}
                onClick={() => chooser.current?.click()}
              >
                <Icon name="upload" size={16} />
              </button>
            )}
          </div>
        )}
        <Segmented<View>
          label={texts.view}
          size="small"
          value={view}
          options={[
            { value: 'write', label: texts.write },
            { value: 'both', label: texts.both },
            { value: 'read', label: texts.read },
          ]}
          onChange={setView}
        />
      </div>
      <div ref={panes} className={classes.panes} data-view={view}>
        {view !== 'read' &&
          (editor === null ? (
            <PlainArea {...control} />
          ) : (
            <editor.Area {...control} selection={editor.selection} />
          ))}
        {view !== 'write' && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys, too
          <section className={classes.preview} aria-label={`${label}: ${texts.read}`} tabIndex={0}>
            {seen.trim() === '' ? <p className={classes.empty}>{texts.empty}</p> : <Markdown source={seen} />}
          </section>
        )}
      </div>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          void take([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      <p className={classes.state}>
        <Announced text={uploading > 0 ? texts.uploading : ''} />
      </p>
      {fault !== undefined && (
        <p id={`${id}-fault`} className={classes.fault}>
          {fault}
        </p>
      )}
      {hint !== undefined && (
        <div id={`${id}-hint`} className={classes.hint}>
          {hint}
        </div>
      )}
    </div>
  )
}

type Editor = { Area: ComponentType<CodeAreaProps>; selection: { from: number; to: number } }

// Software keyboards work best with text areas.
const touchOnly = '(any-pointer: coarse) and (not (any-pointer: fine))'

/** Null until it is loaded and the text area is left, so that typing, undo, and composing don't break. */
const useEditor = (panes: RefObject<HTMLElement | null>, area: RefObject<Writing | null>): Editor | null => {
  const [editor, setEditor] = useState<Editor | null>(null)
  useEffect(() => {
    if (matchMedia(touchOnly).matches) return undefined
    const left = new AbortController()
    const load = async (): Promise<void> => {
      const { CodeArea } = await import('./code-area.tsx')
      const container = panes.current
      const takeOver = (): void => {
        // The whole window may have lost the focus; the text area keeps it for the return.
        if (left.signal.aborted || container?.contains(document.activeElement) === true) return
        const { from, to } = area.current?.written() ?? { from: 0, to: 0 }
        left.abort()
        // Synchronous: the field must not vanish under someone who enters it a moment later.
        flushSync(() => setEditor({ Area: CodeArea, selection: { from, to } }))
      }
      container?.addEventListener('focusout', takeOver, { signal: left.signal })
      takeOver()
    }
    // The text area works without it.
    load().catch(() => undefined)
    return () => left.abort()
  }, [panes, area])
  return editor
}

const escaped = (name: string): string => name.replace(/[[\]\\]/g, '\\$&')
