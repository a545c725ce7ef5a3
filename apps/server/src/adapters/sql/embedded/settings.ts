export type Durability = 'full' | 'none'

export const PORT = 5432
export const HBA_FILE = 'pg_hba.conf'

/** No line admits clients from a network, whatever the cluster's own settings say. */
export function hbaText(user: string): string {
  return `local all ${user} scram-sha-256\n`
}

export type ServerPaths = { cluster: string; socket: string; hba: string }

/** On the command line, so that no settings file can be half written, lost or edited. */
export function serverArguments(paths: ServerPaths, durability: Durability): string[] {
  const flush = durability === 'full' ? 'on' : 'off'
  const settings: { [name: string]: string } = {
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: quoteListItem(paths.socket),
    unix_socket_permissions: '0700',
    hba_file: paths.hba,
    cluster_name: 'pennant',

    fsync: flush,
    full_page_writes: flush,
    synchronous_commit: flush,

    max_connections: '60',
    shared_buffers: '64MB',
    effective_cache_size: '512MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    max_wal_size: '512MB',
    autovacuum_max_workers: '2',
    max_worker_processes: '4',
    // Reads come from the page cache of a small machine: three more processes would be idle weight.
    io_method: 'sync',
    jit: 'off',

    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_checkpoints: 'off',
    // Statements and rejected rows hold flags and addresses, and a lost race for a unique row is no news.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', paths.cluster, ...options]
}

// A comma or a space in a path must not end the item.
function quoteListItem(item: string): string {
  return `"${item.replaceAll('"', '""')}"`
}
