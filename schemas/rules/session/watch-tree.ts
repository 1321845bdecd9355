/** A reader of places of the record that is notified of their changes. */
export interface Reader {
  /** Sets that contain the reader, for `unsubscribe`. */
  readonly subscriptions: Set<Reader>[]
}

interface TreeNode {
  /** Readers of the value including its content. */
  deep: Set<Reader>
  /** Readers of the shape only: the keys of an object, the items of a list, whether a value is empty. */
  shape: Set<Reader>
  children: Map<string, TreeNode>
}

const newNode = (): TreeNode => ({ deep: new Set(), shape: new Set(), children: new Map() })

/** Readers by place. A `*` segment stands for all items, so that a rule over a thousand rows is one entry. */
export class WatchTree {
  private readonly root = newNode()

  add(reader: Reader, segments: readonly string[], shapeOnly: boolean): void {
    let node = this.root
    for (const segment of segments) {
      let child = node.children.get(segment)
      if (!child) node.children.set(segment, (child = newNode()))
      node = child
    }
    const set = shapeOnly ? node.shape : node.deep
    set.add(reader)
    reader.subscriptions.push(set)
  }

  /** Readers affected by a write: those of the place, of its ancestors and of its content. `reshaped`: the parent gained or lost a key. */
  affected(segments: readonly string[], reshaped: boolean): Set<Reader> {
    const found = new Set<Reader>()
    let level = [this.root]
    for (const [index, segment] of segments.entries()) {
      for (const node of level) {
        for (const reader of node.deep) found.add(reader)
        if (reshaped && index === segments.length - 1) for (const reader of node.shape) found.add(reader)
      }
      level = level.flatMap((node) => [node.children.get(segment), node.children.get('*')].filter((child) => child !== undefined))
    }
    for (const node of level) collect(node, found)
    return found
  }
}

function collect(node: TreeNode, found: Set<Reader>): void {
  for (const reader of node.deep) found.add(reader)
  for (const reader of node.shape) found.add(reader)
  for (const child of node.children.values()) collect(child, found)
}

/** Cancels all subscriptions of a reader. */
export function unsubscribe(reader: Reader): void {
  for (const set of reader.subscriptions) set.delete(reader)
  reader.subscriptions.length = 0
}
