import { useState } from 'react'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import sprite from '../../ui/icons.svg?raw'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { Menu } from '../../ui/menu.tsx'
import { MenuItem } from '../../ui/menu-item.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Picker } from '../../ui/picker.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SideSheet } from '../../ui/side-sheet.tsx'
import classes from './gallery.module.css'

const iconNames = [...sprite.matchAll(/symbol id="(\w+)"/g)].map(([, name]) => name as IconName)

const views = ['table', 'timeline', 'chart'] as const

export const Controls = () => {
  const [view, setView] = useState<(typeof views)[number]>('table')
  const [page, setPage] = useState(3)
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'sheet' | null>(null)
  const close = (): void => setOpen(null)
  const labels = { label: 'Pages', previous: 'Previous', next: 'Next', place: `${page} of 9` }
  return (
    <section className={classes.part} aria-labelledby="controls">
      <h2 id="controls">{'Controls'}</h2>
      {(['normal', 'small'] as const).map((size) => (
        <div key={size} className={classes.row}>
          <Button size={size} kind="primary" onClick={() => setOpen('dialog')}>
            {'Dialog'}
          </Button>
          <Button size={size} icon={<Icon name="expand" />} onClick={() => setOpen('sheet')}>
            {'Side sheet'}
          </Button>
          <Button size={size} kind="danger" onClick={() => setOpen('confirm')}>
            {'Confirm'}
          </Button>
          <Button size={size} kind="primary" pending>
            {'Pending'}
          </Button>
          <Button size={size} disabled>
            {'Disabled'}
          </Button>
          <LinkButton size={size} to="/ui">
            {'Link'}
          </LinkButton>
        </div>
      ))}
      <div className={classes.row}>
        <Segmented
          label="View"
          value={view}
          options={views.map((value) => ({ value, label: value, count: value.length }))}
          onChange={setView}
        />
        <Picker
          label="View"
          value={view}
          short={view.slice(0, 2)}
          icon={<Icon name="globe" />}
          choices={views.map((value) => ({ value, label: value }))}
          onChoose={setView}
        />
        <Menu label="Menu" trigger={<Icon name="more" />}>
          {(shut) => (
            <>
              <MenuItem icon={<Icon name="user" />} onClick={shut}>
                {'Profile'}
              </MenuItem>
              <MenuItem danger icon={<Icon name="trash" />} onClick={shut}>
                {'Delete'}
              </MenuItem>
            </>
          )}
        </Menu>
        <CopyButton text="copied" labels={{ copy: 'Copy', copied: 'Copied', failed: 'Not copied' }} />
      </div>
      <LinkTabs
        label="Tabs"
        tabs={[
          { to: '/ui', label: 'This page' },
          { to: '/games', label: 'Games' },
        ]}
      />
      <Pager page={page} pages={9} labels={labels} onPage={setPage} />
      <div className={classes.row}>
        {iconNames.map((name) => (
          <IconButton key={name} label={name} onClick={() => undefined}>
            <Icon name={name} />
          </IconButton>
        ))}
      </div>
      {open === 'dialog' && (
        <Dialog
          title="Dialog"
          close="Close"
          onClose={close}
          actions={<Button onClick={close}>{'Done'}</Button>}
        >
          <p>{'It keeps the focus.'}</p>
        </Dialog>
      )}
      {open === 'confirm' && (
        <ConfirmDialog
          danger
          title="Sink the ship?"
          confirm="Sink"
          decline="Keep"
          onConfirm={close}
          onDecline={close}
        >
          <p>{'All hands are lost.'}</p>
        </ConfirmDialog>
      )}
      {open === 'sheet' && (
        <SideSheet title="Side sheet" close="Close" onClose={close} foot={<p>{'Always in sight'}</p>}>
          <p>{'Beside the page it came from.'}</p>
        </SideSheet>
      )}
    </section>
  )
}
