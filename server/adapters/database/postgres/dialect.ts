import {
  OperatorNode,
  PostgresDialect,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type BinaryOperationNode,
} from 'kysely';

/**
 * PostgreSQL with the lists of SQLite, where one without values is no error: nothing is in it. A list is often read first, and what it
 * names may be deleted meanwhile.
 */
export class ListTolerantDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new ListTolerantCompiler();
  }
}

class ListTolerantCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand } = node;
    const isEmpty = PrimitiveValueListNode.is(rightOperand) && rightOperand.values.length === 0;
    if (!isEmpty) super.visitBinaryOperation(node);
    else this.append(OperatorNode.is(operator) && operator.operator === 'not in' ? 'true' : 'false');
  }
}
