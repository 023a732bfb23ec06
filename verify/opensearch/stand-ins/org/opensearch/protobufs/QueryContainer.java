package org.opensearch.protobufs;

/** Stands in as QueryBuilderProtoConverter does. */
public class QueryContainer {
  public enum QueryContainerCase { KNN }
}
